import type { Deadline, OperationClient } from "../../client/index.ts";
import type { ErrorCode } from "../../errors/index.ts";
import type { Properties } from "../../values/properties.ts";
import type { ResourceDefinition } from "./definition.ts";
import type { Ownership } from "./ownership.ts";

/** An issue of an input; the engine shows it on the property. */
export interface CheckFailure {
  property: string;
  reason: string;
  /** Family of the failure, which the engine shows after the reason. */
  code: ErrorCode;
}

/** The result of a read: id, inputs and outputs. */
export interface ReadResult<Inputs, State> {
  id: string;
  /** The live object as the user would have written it; drift is where it differs from what was declared. */
  inputs: Inputs;
  /** Outputs, the inputs' fields included, as they are on the platform. */
  state: State;
}

/** What every operation of a resource can use. */
export interface Context {
  /** Sends requests of this operation, and none after it has ended. */
  client: OperationClient;
  urn: string;
  /** Name of the resource in the program, for messages. */
  name: string;
  /** Shows progress on the resource's line. */
  progress(text: string): void;
  /** Shows a warning that stays on the screen. */
  warn(text: string): void;
  /** Aborted on Ctrl-C: the client then sends nothing more, and its waits end. */
  signal: AbortSignal;
  /** As for Ctrl-C. Only resources that wait for tasks have one. */
  deadline: Deadline;
  /** Says whose an object is. */
  ownership: Ownership;
}

/** What operations that may create an object can use as well. */
export interface CreateContext extends Context {
  /** Record of the object's creation that outlives the process. */
  intent: Intent;
}

/**
 * Record of a creation on disk, written before its request is sent. After a kill -9 the next creation of the same
 * resource finds it, and with it what may have been created.
 */
export interface Intent {
  /** URN of the resource. */
  readonly urn: string;
  /** The record of an interrupted creation of the same resource; `asked`: its inputs. */
  readonly previous: Readonly<Properties> | undefined;
  /** What the creation that begins now asks for. */
  readonly asked?: Readonly<Properties> | undefined;
  /** Whether that was written by an earlier release, which kept records of finished creations as well. */
  readonly isOld: boolean;
  /** Path of the record, for messages. */
  readonly place: string;
  /** Nothing is written, and no creation of this run is under way. */
  readonly isRehearsal?: boolean;
  /** Writes what is known before a request is sent; it is on the disk when this returns. Errors: OperationError. */
  note(facts: Properties): Promise<void>;
  /** Writes what was answered. Never fails, since the object exists: returns what went wrong, for a warning. */
  noteResponse(facts: Properties): Promise<string | undefined>;
  /** Removes the record: nothing of this creation is open any more. */
  forget(): Promise<void>;
}

/**
 * The lifecycle of a resource: plain functions over plain values, without anything of Pulumi, so that another front
 * end can serve it too. All values are in the user's spelling and in canonical form: equal values have one spelling.
 */
export interface Handler<Inputs extends object, State extends object>
  extends Pick<ResourceDefinition, "noun" | "schema" | "identity">,
    Partial<Pick<ResourceDefinition, "losses" | "adoption">>,
    Pick<ResourceDefinition, "providerInputs" | "computedInputs" | "waits" | "fromSettings" | "isAlwaysThere"> {
  /** Brings valid inputs into canonical form, in which equal values have one spelling. */
  normalise?(inputs: Inputs): Inputs;
  /** Composes the id from what the `import` option says; throws an OperationError that names the expected form. */
  importId?(text: string): string;
  /** Rules that the schema cannot express; unknown values must pass. May add the inputs in {@link computedInputs}. */
  check?(inputs: Inputs, context: CheckContext<Inputs>): Promise<{ inputs?: Inputs; failures: CheckFailure[] }>;
  /** Whether the creation of an object in state is unfinished, so that `update` must run although no input changed. */
  isUnfinished?(state: Partial<State>): boolean;
  /** How many parts of a path an update sends apart from others: 1 is each input alone (default), 0 the whole declaration. */
  readonly sentApart?: number;
  /** Large inputs and outputs, which the outputs in state have in packed form only. */
  readonly packed?: readonly string[];
  /** Outputs that have earlier values of an input, by the name of that input: what is secret in the one is so in the other. */
  readonly earlierInputs?: Readonly<Record<string, string>>;
  /**
   * Of a resource that has several objects of another kind: their ids in its state, by key. Each object has a record and an
   * owner of its own, and the resource has none.
   */
  parts?(state: Partial<State>): Readonly<Record<string, string | number>>;
  /** Whether the inputs let one of those objects go: it stays on the platform, for another resource to import. */
  releases?(inputs: Inputs, key: string, objectId: string): boolean;
  /** Kind of those objects. */
  readonly partNoun?: string;
  /** Whether a replacement must wait until the old object is gone. */
  readonly deleteBeforeReplace?: boolean;
  create(inputs: Inputs, context: CreateContext): Promise<{ id: string; state: State }>;
  /** Undefined: the object is gone. The state, where there is one, distinguishes the resource's object from another of its name. */
  read(
    id: string,
    declared: Inputs,
    context: Context,
    state?: Partial<State>,
  ): Promise<ReadResult<Inputs, State> | undefined>;
  update(id: string, change: UpdateRequest<Inputs, State>, context: CreateContext): Promise<State>;
  /** Returns when the object is gone; already gone is success. */
  delete(id: string, state: State, context: CreateContext): Promise<void>;
}

/** A handler whose types do not matter, as the adapter sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a handler is used with the very inputs that its own check has returned.
export type AnyHandler = Handler<any, any>;

/** A change of a resource that exists. */
export interface UpdateRequest<Inputs, State> {
  declared: Inputs;
  state: State;
  inputs: Inputs;
}

/** What `check` can use. */
export interface CheckContext<Inputs> extends Context {
  /** Inputs of the last deployment, when the resource exists. */
  declared: Inputs | undefined;
  /** Whether the resource in state is to be replaced: the engine then checks once more, without it. */
  replacing: boolean;
  /** Whether a creation that was interrupted is on record and may be resumed. */
  resuming: boolean;
  /** Whether an existing object is adopted (option `import`) instead of created. */
  adopting: boolean;
  /** The inputs, with the deployed value in place of every unknown one: the difference must be empty. */
  assumed: Inputs;
  isUnknown(value: unknown): boolean;
}

/** What an operation returns: the inputs as they are on the platform, and what it adds to them. */
export type StateOf<Inputs, All> = Inputs & Omit<All, keyof Inputs>;
