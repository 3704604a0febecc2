import type { Origin } from "../../client/evidence/origin.ts";
import type { Properties } from "../../values/properties.ts";
import type { Readable } from "../../values/unreadable.ts";
import type { Backend } from "./backend.ts";

/** Identifies an object: an id means something on one platform, in one account, for one kind. */
export interface ObjectKey {
  /** Platform and account. */
  origin: Origin;
  /** Type of the native provider, whichever provider serves it: `cloudplatform:cdn:RuleTemplate`. */
  kind: string;
  /** Id under which a resource has it in state. */
  id: string;
}

/** Who asks whose an object is, and how far it is looked for. */
export interface Question {
  /** URN of the resource that asks. */
  urn: string;
  /** Which places are read, each after those before it. */
  reach: "run" | "stack" | "backend";
  /** What earlier runs have left is enough: each state is read once in a process. */
  isEarlier?: boolean;
  /** When the object was requested, in milliseconds since 1970: stacks without an update since do not have it. Default: ever. */
  since?: number;
  /** What was requested: a stack whose creation of the same was interrupted may have the object, too. */
  asked?: Readonly<Properties>;
}

/** Whose an object is. */
export type Owner =
  | { readonly is: "nobody" }
  /** That of the resource that asks. `isInState`: the state says so, and not this run alone. */
  | { readonly is: "self"; readonly isInState: boolean }
  /** Another resource's. */
  | Other
  /** A stack may have it: its state does not say on which platform, or its creation of the same was interrupted. */
  | { readonly is: "uncertain"; readonly stack: string };

export interface Other {
  readonly is: "other";
  /** URN of the resource; `stack "prod"`. */
  readonly who: string;
  /** URN, where it is a resource of the same stack. */
  readonly urn?: string;
  /** The old object of a replacement: it is going to be deleted. */
  readonly isDoomed?: boolean;
}

/**
 * Whose an object is: one question, with one key, for everything that creates, imports, resumes or deletes. Its sources are
 * what this run has seen, the state of the stack, and the other stacks of the backend.
 */
export interface Ownership {
  readonly backend: Backend;
  whose(object: ObjectKey, question: Question): Promise<Readable<Owner>>;
  /** The same for several objects, by one reading of each state. */
  whoseAll(objects: readonly ObjectKey[], question: Question): Promise<Readable<Owner>[]>;
  /** An operation begins: this run is an update, and no preview. */
  noteUpdate(): void;
  /** Whether this run is known to be an update. */
  readonly isUpdate: boolean;
  /** The program of this run declares a resource, or a rule of a set. */
  noteDeclared(urn: string): void;
  /** Whether this run has come to a resource of its program. */
  isDeclared(urn: string): boolean;
  /** A resource of the program imports an object. Returns the URN of another one that does so. */
  imports(object: ObjectKey, urn: string): string | undefined;
  /** URN of the resource of the program that imports an object. */
  importerOf(object: ObjectKey): string | undefined;
  /** The engine has the object in state under this URN, or will have it. */
  set(object: ObjectKey, urn: string): void;
  /** The same, unless another resource has adopted it in this run. */
  keep(object: ObjectKey, urn: string): void;
  /** The object is gone. */
  delete(object: ObjectKey): void;
  /** The program wants this object beside another one that is the same: resources are created in any order. */
  setFurther(object: ObjectKey): void;
  isFurther(object: ObjectKey): boolean;
}
