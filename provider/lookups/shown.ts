import type { CamelName } from "../api/naming.ts";

/** Names that a type states; an open object has others besides. */
type Stated<T> = keyof { [K in keyof T as string extends K ? never : K]: unknown };

/**
 * What the platform answered, in the user's spelling. Fields that the contract does not know are kept in the value and
 * left out of the type. Maps with free keys keep theirs.
 */
export type Shown<T> = T extends string
  ? T
  : T extends readonly (infer Element)[]
    ? Shown<Element>[]
    : T extends object
      ? [Stated<T>] extends [never]
        ? { [K in keyof T]: Shown<T[K]> }
        : { [K in keyof T as string extends K ? never : K extends string ? CamelName<K> : K]: Shown<T[K]> }
      : T;
