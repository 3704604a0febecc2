import type { Properties } from "../../values/properties.ts";
import type { OperationError } from "../handler/errors.ts";
import type { CreateContext } from "../handler/handler.ts";
import type { ObjectKey } from "../handler/ownership.ts";

/** How an object that has no idempotency key is created once, whatever happens on the way. */
export type CreateOnce<T> = CreationOf<T> & (OneOfAName | ManyOfAName<T>);

/** The platform makes only one object of this key, so that sending again does no harm. */
interface OneOfAName {
  isUnique: true;
  since?: never;
}

interface ManyOfAName<T> {
  isUnique?: false;
  /** All objects that have appeared since such a request, whatever they are called and contain. */
  since(mark: Readonly<Properties>): Promise<T[]>;
}

interface CreationOf<T> {
  context: CreateContext;
  /** Names the operation in messages: `Creating CDN rule template "images"`. */
  what: string;
  /** Kind of the object: `CDN rule template`. */
  noun: string;
  /** Two creations of the same key would make objects that are alike: they run one after the other. */
  key: string;
  /** Excludes objects that existed before the request; read before it is sent: `{ after: 41 }`. */
  checkpoint(): Promise<Properties>;
  /** Sends the request. */
  post(): Promise<T>;
  /**
   * Objects that an earlier request with this mark may have created. `asked`: the inputs of that request, where they are on
   * record; otherwise it asked for what is declared now.
   */
  find(mark: Readonly<Properties>, asked?: Readonly<Properties>): Promise<T[]>;
  /**
   * What is declared. An object that an earlier run has requested with other inputs is reported as {@link CreatedEarlier}.
   * Absent: the caller compares.
   */
  inputs?: object;
  /** Objects of the name that such a request had, whatever else they are: somebody may have changed what it has created. */
  withSameName?(asked?: Readonly<Properties>): Promise<T[]>;
  /** Objects that are the same as what is declared, or as what other inputs ask for. */
  same(asked?: Readonly<Properties>): Promise<T[]>;
  /** Identifies it among others of its kind, and distinguishes it from a later one of the same name. */
  idOf(made: T): string;
  /** Id under which a resource has it in state, where that is another. */
  stateIdOf?(made: T): string;
  /** What an object that is the same shares with the declaration: `the same name, rule and options`. */
  sameText: string;
  /** The program wants another one beside one that is the same. */
  allowDuplicate: boolean;
  /** What else people can do about it. Default: choose another name, or `allowDuplicate`. */
  alternativeText?: string;
  /** For what costs money: the request is never sent again in the same run, and the error says what to search for. */
  costly?: Costly;
}

export interface Costly {
  /** What users should search for on the platform: `reservation named "metal" in region 76`. */
  lookFor: string;
}

/** The platform has such an object, and the response does not say which: it refuses another one, or has made it. */
export class ConflictError extends Error {
  /** The error when no object is found that was made for this resource. */
  readonly refusal: OperationError;
  /** Whether the platform has accepted the request. */
  readonly isMade: boolean;

  constructor(refusal: OperationError, { isMade = false } = {}) {
    super(refusal.message);
    this.refusal = refusal;
    this.isMade = isMade;
  }
}

/** An interrupted run has requested the object, with inputs that the program has changed since: it needs an update. */
export class CreatedEarlier<T = unknown> extends Error {
  readonly made: T;
  /** Id under which the resource has it in state. */
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
  /** Inputs of the request, where they are on record. */
  asked?: Readonly<Properties> | undefined;
}

/** A request whose outcome is unknown. */
export interface OpenRequest {
  mark: Properties;
  /** Its inputs, where they are on record. */
  asked?: Readonly<Properties> | undefined;
  /** Milliseconds since 1970 at which it was sent. */
  at: number;
  /** The run has searched for its object as long as one may take to appear: what appears later may be anybody's. */
  isSearched?: boolean;
}

/** With where the object is made, which is asked for before anything is sent. */
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

/** What Ctrl-C interrupts: the request stays on record, and the next run goes on. */
export const searching = "The search for what its request may have created";

/** Time for a search where sending again does no harm. */
const uniqueSearchMs = 2_500;

/** How long after a request its object may appear. */
export function latestMs<T>(once: CreateOnce<T>): number {
  return once.isUnique ? uniqueSearchMs : laggingMs(once);
}

/** How long reads may lag behind. */
export function laggingMs<T>({ context }: CreateOnce<T>): number {
  return context.client.settings.ambiguityTimeoutSeconds * 1000;
}
