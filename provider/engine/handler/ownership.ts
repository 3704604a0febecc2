import type { Origin } from "../../client/evidence/origin.ts";
import type { Properties } from "../../values/properties.ts";
import type { Readable } from "../../values/unreadable.ts";
import type { Backend } from "./backend.ts";

/** Identifies an object: an id is only valid on one platform, in one account, for one kind. */
export interface ObjectKey {
  /** Platform and account. */
  origin: Origin;
  /** Type token of the native provider, whichever provider serves the resource: `cloudplatform:cdn:RuleTemplate`. */
  kind: string;
  /** Id of the object in state. */
  id: string;
}

/** A question about the owner of an object, and how far to search. */
export interface Question {
  /** URN of the resource that asks. */
  urn: string;
  /** Which sources are read, each in addition to those before it. */
  reach: "run" | "stack" | "backend";
  /** The states that earlier runs have left are enough: each is read once per process. */
  isEarlier?: boolean;
  /** When the object was requested, in milliseconds since 1970: stacks without an update since then do not have it. Default: ever. */
  since?: number;
  /** What was requested: a stack with an interrupted creation of the same may have the object, too. */
  asked?: Readonly<Properties>;
}

/** The owner of an object. */
export type Owner =
  | { readonly is: "nobody" }
  /**
   * The resource that asks. `isInState`: known from the state, and not from this run alone. `isTwice`: the state has the object in a
   * second entry, which a replacement has left to be deleted.
   */
  | { readonly is: "self"; readonly isInState: boolean; readonly isTwice?: boolean }
  /** Another resource. */
  | Other
  /** A stack may have it: its state does not say on which platform, or its creation of the same was interrupted. */
  | { readonly is: "uncertain"; readonly stack: string };

export interface Other {
  readonly is: "other";
  /** URN of the resource; `stack "prod"`. */
  readonly who: string;
  /** URN, if it is a resource of the same stack. */
  readonly urn?: string;
  /** The old object of a replacement: it will be deleted. */
  readonly isDoomed?: boolean;
}

/**
 * Answers who owns an object: one question, with one key, for everything that creates, imports, resumes or deletes. Its sources
 * are what this run has seen, the state of the stack, and the other stacks of the backend.
 */
export interface Ownership {
  readonly backend: Backend;
  whose(object: ObjectKey, question: Question): Promise<Readable<Owner>>;
  /** The same for several objects, which share the reads of states. */
  whoseAll(objects: readonly ObjectKey[], question: Question): Promise<Readable<Owner>[]>;
  /** An operation begins: this run is an update, not a preview. */
  noteUpdate(): void;
  /** Whether this run is known to be an update. */
  readonly isUpdate: boolean;
  /** The program of this run declares a resource, or a rule of a set. */
  noteDeclared(urn: string): void;
  /** The engine replaces a resource: it deletes the objects that the resource has so far. */
  noteReplaced(urn: string): void;
  /** Whether this run has reached a resource of its program. */
  isDeclared(urn: string): boolean;
  /** The engine processes a resource of the program during this action. */
  whileChecking<T>(action: () => Promise<T>): Promise<T>;
  /** An operation has failed: the engine processes no further resource of the program. */
  noteFailed(): void;
  /**
   * Waits until this run has reached a resource. Otherwise, until the run has failed, or until the engine has processed no further
   * resource for a while: the program does not declare it, or only after the resource that asks.
   */
  reached(urn: string, sleep: (ms: number) => Promise<void>): Promise<"reached" | "failed" | "not reached">;
  /** A resource of the program imports an object. Returns the URN of another resource that imports it, too. */
  imports(object: ObjectKey, urn: string): string | undefined;
  /** Returns the URN of the program's resource that imports an object. */
  importerOf(object: ObjectKey): string | undefined;
  /** The engine has the object in state under this URN, or will have it. */
  set(object: ObjectKey, urn: string): void;
  /** The same, unless another resource has adopted it in this run. */
  keep(object: ObjectKey, urn: string): void;
  /** The object is gone. */
  delete(object: ObjectKey): void;
  /** The program wants this object beside another identical one: resources are created in any order. */
  setFurther(object: ObjectKey): void;
  isFurther(object: ObjectKey): boolean;
}
