import type { Properties } from "../../values/properties.ts";
import type { OperationError } from "../handler/errors.ts";
import type { CreateContext } from "../handler/handler.ts";
import type { ObjectKey } from "../handler/ownership.ts";
import { withoutDeleted } from "./deletions.ts";

/** How an object without an idempotency key is created once, whatever fails on the way. */
export type CreateOnce<T> = CreationOf<T> & (OneOfAName | ManyOfAName<T>);

/** The platform allows only one object with this key, so sending the request again is harmless. */
interface OneOfAName {
  isUnique: true;
  since?: never;
}

interface ManyOfAName<T> {
  isUnique?: false;
  /** Returns all objects that have appeared since a request with this mark, whatever their name and content. */
  since(mark: Readonly<Properties>): Promise<T[]>;
}

interface CreationOf<T> {
  context: CreateContext;
  /** Names the operation in messages: `Creating CDN rule template "images"`. */
  what: string;
  /** Kind of the object: `CDN rule template`. */
  noun: string;
  /** Creations with the same key would create identical objects: they run one after the other. */
  key: string;
  /** Read before the request is sent, to exclude objects that existed already: `{ after: 41 }`. */
  checkpoint(): Promise<Properties>;
  /** Sends the request. */
  post(): Promise<T>;
  /**
   * Returns objects that an earlier request with this mark may have created. `asked`: the inputs of that request, if they are on
   * record; otherwise it requested what is declared now.
   */
  find(mark: Readonly<Properties>, asked?: Readonly<Properties>): Promise<T[]>;
  /**
   * The declared inputs. An object that an earlier run requested with other inputs is reported as {@link CreatedEarlier}. Absent:
   * the caller compares.
   */
  inputs?: object;
  /**
   * Returns objects with the name of such a request, whatever their content: somebody may have changed what the request created.
   */
  withSameName?(asked?: Readonly<Properties>): Promise<T[]>;
  /** Returns objects that are identical to what is declared, or to what other inputs ask for. */
  same(asked?: Readonly<Properties>): Promise<T[]>;
  /** Identifies the object among others of its kind, and distinguishes it from a later object of the same name. */
  idOf(made: T): string;
  /** Id of the object in state, if it is not `idOf`. */
  stateIdOf?(made: T): string;
  /** What an identical object has in common with the declaration: `the same name, rule and options`. */
  sameText: string;
  /** The program wants another object beside an identical one. */
  allowDuplicate: boolean;
  /** The alternative to an import, for the error. Default: choose another name, or `allowDuplicate`. */
  alternativeText?: string;
  /** For objects that cost money: the request is never sent again in the same run, and the error says what to search for. */
  costly?: Costly;
}

export interface Costly {
  /** What users should search for on the platform: `reservation named "metal" in region 76`. */
  lookFor: string;
}

/** The platform has such an object, but its response does not identify it: it refused another one, or has created it just now. */
export class ConflictError extends Error {
  /** The error to report if no object is found that was created for this resource. */
  readonly refusal: OperationError;
  /** Whether the platform has accepted the request. */
  readonly isMade: boolean;

  constructor(refusal: OperationError, { isMade = false } = {}) {
    super(refusal.message);
    this.refusal = refusal;
    this.isMade = isMade;
  }
}

/** An interrupted run has requested the object with inputs that the program has changed since: the object needs an update. */
export class CreatedEarlier<T = unknown> extends Error {
  readonly made: T;
  /** Id of the object in state. */
  readonly id: string;
  /** Inputs of the request. */
  readonly asked: Readonly<Properties>;

  constructor(made: T, id: string, asked: Readonly<Properties>) {
    super(`${id} was requested by an earlier run with other inputs.`);
    this.made = made;
    this.id = id;
    this.asked = asked;
  }
}

/** An object, and the request that may have created it. */
export interface Found<T> {
  made: T;
  /** Inputs of the request, if they are on record. */
  asked?: Readonly<Properties> | undefined;
}

/** A request whose outcome is unknown. */
export interface OpenRequest {
  mark: Properties;
  /** Inputs of the request, if they are on record. */
  asked?: Readonly<Properties> | undefined;
  /** Milliseconds since 1970 at which it was sent. */
  at: number;
  /** The run has searched for as long as an object may take to appear. An object that appears later may be anybody's. */
  isSearched?: boolean;
}

/** A creation and where its object is created, which is determined before anything is sent. */
export type Creation<T> = CreateOnce<T> & Omit<ObjectKey, "id">;

export function keyOf<T>(once: Creation<T>, made: T): ObjectKey {
  const { origin, kind } = once;
  return { origin, kind, id: stateIdOf(once, made) };
}

export function stateIdOf<T>(once: CreateOnce<T>, made: T): string {
  return once.stateIdOf?.(made) ?? once.idOf(made);
}

export function stateIdsOf<T>(once: CreateOnce<T>, made: readonly T[]): string[] {
  return made.map((one) => stateIdOf(once, one));
}

export function subjectOf<T>(once: Creation<T>, made: T) {
  const { what, noun } = once;
  return { what, noun, id: stateIdOf(once, made) };
}

/** Adds where the object is created. Every read then waits for objects to disappear that this machine has deleted recently. */
export function creationAt<T>(once: CreateOnce<T>, { origin, kind }: Omit<ObjectKey, "id">): Creation<T> {
  const { context, noun, withSameName } = once;
  const undeleted = (read: () => Promise<T[]>) =>
    withoutDeleted({ client: context.client, noun }, read, (one) => stateIdOf(once, one));
  const reads = {
    find: (mark: Properties, asked?: Properties) => undeleted(() => once.find(mark, asked)),
    same: (asked?: Properties) => undeleted(() => once.same(asked)),
    ...(withSameName && { withSameName: (asked?: Properties) => undeleted(() => withSameName(asked)) }),
  };
  return once.isUnique
    ? { ...once, origin, kind, ...reads }
    : { ...once, origin, kind, ...reads, since: (mark) => undeleted(() => once.since(mark)) };
}

/** Names what Ctrl-C interrupts. The request stays on record, and the next run continues the search. */
export const searching = "The search for what its request may have created";

/** Duration of a search where sending the request again is harmless. */
const uniqueSearchMs = 2_500;

/** Returns how long after a request its object may appear. */
export function latestMs<T>(once: CreateOnce<T>): number {
  return once.isUnique ? uniqueSearchMs : laggingMs(once);
}

/** Returns how long reads may lag. */
export function laggingMs<T>({ context }: CreateOnce<T>): number {
  return context.client.settings.ambiguityTimeoutSeconds * 1000;
}
