import type { Deadline, OperationClient } from "../../client/index.ts";
import type { ErrorCode } from "../../errors/index.ts";
import type { Properties } from "../../values/properties.ts";
import type { ResourceDefinition } from "./definition.ts";
import type { Ownership } from "./ownership.ts";

/** An invalid input; the engine shows the failure on the property. */
export interface CheckFailure {
  property: string;
  reason: string;
  /** Family of the failure; the engine shows it after the reason. */
  code: ErrorCode;
}

/** The result of a read: id, inputs and outputs. */
export interface ReadResult<Inputs, State> {
  id: string;
  /** The live object as the user would have written it. Where it differs from what was declared, there is drift. */
  inputs: Inputs;
  /** Outputs as they are on the platform, including the fields of the inputs. */
  state: State;
}

/** Available to every operation of a resource. */
export interface Context {
  /** Sends the requests of this operation, and none after the operation has ended. */
  client: OperationClient;
  urn: string;
  /** Name of the resource in the program, for messages. */
  name: string;
  /** Shows progress on the resource's line. */
  progress(text: string): void;
  /** Shows a warning that stays on the screen. */
  warn(text: string): void;
  /** Aborted on Ctrl-C: then the client sends no more requests, and its waits end. */
  signal: AbortSignal;
  /** When it passes, the same happens as on Ctrl-C. Only resources that wait for tasks have a deadline. */
  deadline: Deadline;
  /** Knows the owner of each object. */
  ownership: Ownership;
}

/** Also available to operations that may create an object. */
export interface CreateContext extends Context {
  /** Record of the object's creation that outlives the process. */
  record: CreateRecord;
}

/**
 * Record of a creation on disk, written before its request is sent. After a kill -9 the next creation of the same resource finds
 * the record, and with it what may have been created.
 */
export interface CreateRecord {
  /** URN of the resource. */
  readonly urn: string;
  /** The record of an interrupted creation of the same resource; `asked`: its inputs. */
  readonly previous: Readonly<Properties> | undefined;
  /** What the creation that begins now asks for. */
  readonly asked?: Readonly<Properties> | undefined;
  /** Whether `previous` was written by an earlier release, which also kept records of finished creations. */
  readonly isOld: boolean;
  /** Path of the record, for messages. */
  readonly place: string;
  /** Nothing is written, and this run has no creation in progress. */
  readonly isRehearsal?: boolean;
  /** Writes what is known before a request is sent. It is on the disk when this returns. Errors: OperationError. */
  note(facts: Properties): Promise<void>;
  /** Writes the response. Never fails, since the object exists: returns what went wrong, for a warning. */
  noteResponse(facts: Properties): Promise<string | undefined>;
  /** Removes the record: nothing of this creation is open any more. */
  forget(): Promise<void>;
}

/**
 * The lifecycle of a resource: plain functions over plain values, independent of Pulumi, so that another front end can serve it,
 * too. All values are in the user's spelling and in canonical form: equal values have one spelling.
 */
export interface Handler<Inputs extends object, State extends object>
  extends Pick<ResourceDefinition, "noun" | "schema" | "identity">,
    Partial<Pick<ResourceDefinition, "losses" | "adoption">>,
    Pick<ResourceDefinition, "providerInputs" | "computedInputs" | "waits" | "fromSettings" | "isAlwaysThere"> {
  /** Brings valid inputs into canonical form, in which equal values have one spelling. */
  normalise?(inputs: Inputs): Inputs;
  /** Composes the id from the `import` option. Throws an OperationError that names the expected form. */
  importId?(text: string): string;
  /** Checks rules that the schema cannot express; unknown values must pass. May add the inputs in {@link computedInputs}. */
  check?(inputs: Inputs, context: CheckContext<Inputs>): Promise<{ inputs?: Inputs; failures: CheckFailure[] }>;
  /** Whether the creation of an object in state is unfinished, so that `update` must run although no input has changed. */
  isUnfinished?(state: Partial<State>): boolean;
  /** Number of leading path parts that an update sends separately: 1 is each input alone (default), 0 the whole declaration. */
  readonly sentApart?: number;
  /** Large inputs and outputs that the outputs in state have in packed form only. */
  readonly packed?: readonly string[];
  /** Outputs with earlier values of an input, and the name of that input: what is secret in the input is secret in the output. */
  readonly earlierInputs?: Readonly<Record<string, string>>;
  /**
   * For a resource with several objects of another kind: their ids in its state, by key. Each object has its own record and
   * owner, and the resource has none.
   */
  parts?(state: Partial<State>): Readonly<Record<string, string | number>>;
  /** Whether the inputs release one of those objects: it stays on the platform, for another resource to import. */
  releases?(inputs: Inputs, key: string, objectId: string): boolean;
  /** Returns the ids of the objects that the inputs import, by key. */
  imports?(inputs: Inputs): Readonly<Record<string, string>>;
  /** Kind of those objects. */
  readonly partNoun?: string;
  /** Whether a replacement must wait until the old object is gone. */
  readonly deleteBeforeReplace?: boolean;
  /** Returns what distinguishes an object from a later one with its id. Absent: ids are never used again. */
  objectId?(state: Partial<State>): string | undefined;
  create(inputs: Inputs, context: CreateContext): Promise<{ id: string; state: State }>;
  /** Undefined: the object is gone. The state, if given, distinguishes the resource's object from another object of its name. */
  read(
    id: string,
    declared: Inputs,
    context: Context,
    state?: Partial<State>,
  ): Promise<ReadResult<Inputs, State> | undefined>;
  update(id: string, change: UpdateRequest<Inputs, State>, context: CreateContext): Promise<State>;
  /**
   * Returns the state with what changes without Pulumi, such as the number of nodes, where the losses of an update depend on it.
   * Absent: they do not.
   */
  stateForLosses?(id: string, change: UpdateRequest<Inputs, Partial<State>>, context: Context): Promise<Partial<State>>;
  /**
   * Describes what an update removes although this release does not know it, for a preview. Absent: the update keeps all that it does
   * not know.
   */
  unknownLosses?(id: string, change: UpdateRequest<Inputs, Partial<State>>, context: Context): Promise<string[]>;
  /** Returns when the object is gone. An object that is already gone is a success. */
  delete(id: string, state: State, context: CreateContext): Promise<void>;
}

/** A handler whose types do not matter, as the adapter sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a handler is used with the very inputs that its own check has returned.
export type AnyHandler = Handler<any, any>;

/** A change of an existing resource. */
export interface UpdateRequest<Inputs, State> {
  declared: Inputs;
  state: State;
  inputs: Inputs;
}

/** Available to `check`. */
export interface CheckContext<Inputs> extends Context {
  /** Inputs of the last deployment, if the resource exists. */
  declared: Inputs | undefined;
  /**
   * Whether the resource in state will be replaced: the engine then checks once more, without the old inputs. Undefined: this process has
   * not seen the resource, which is new, or replaced by --replace, pulumi state taint or replaceWith.
   */
  replacing: boolean | undefined;
  /** Whether the record of an interrupted creation exists, which may be resumed. */
  resuming: boolean;
  /** Whether an existing object is adopted (option `import`) instead of created. */
  adopting: boolean;
  /** The inputs, with the deployed value in place of every unknown one: an unknown value must show no difference. */
  assumed: Inputs;
  isUnknown(value: unknown): boolean;
}

/** What an operation returns: the inputs as they are on the platform, and the outputs added to them. */
export type StateOf<Inputs, All> = Inputs & Omit<All, keyof Inputs>;
