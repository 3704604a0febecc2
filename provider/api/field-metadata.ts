import { z } from "zod";

/**
 * Metadata that a schema cannot express, for reading, drift and documentation. It is in a registry of its own, so that it does
 * not leak into JSON Schema.
 */
export interface FieldMetadata {
  /** An array whose order is not significant: `["a", "b"]` equals `["b", "a"]`. */
  unordered?: true;
  /** An array whose elements are identified by this field; their order is not significant. */
  listKey?: string;
  /** The platform sets a value if the field is omitted: that is not drift. */
  serverDefault?: true;
  /**
   * Cannot change in place: another value replaces the object with the field. If a response lacks the field, the declared value
   * is kept and nothing changes.
   */
  immutable?: true;
  /** Effect of a change, if it is more than an update in place; for the reference. */
  changeText?: string;
  /** An object whose presence is significant: `{enabled: false}` differs from no object (CDN options). */
  presenceMatters?: true;
  /** Total number of items in a list; newer and older platforms call it `total_count`. */
  totalCount?: true;
  /** An array of objects that are parsed independently: an object that cannot be parsed is left out. */
  readEach?: true;
  /** The platform never returns the field; the declared value is kept. */
  writeOnly?: true;
  /** Encrypted in state and hidden in output. */
  secret?: true;
  /**
   * A text that is a credential if the program marks it as secret. With the input `writeOnly` it is then treated like one that is
   * `secret`, and is not stored.
   */
  credential?: true;
  /** Keys below this field keep the platform's spelling for users, too (CDN options). */
  verbatimKeys?: true;
  /** Unit of a number, for the documentation: `seconds`, `GiB`. */
  unit?: string;
  /** Why the field is deprecated. */
  deprecated?: string;
}

/** Marks the type of an object whose schema has `verbatimKeys`. No value has the property. */
export declare const verbatim: unique symbol;

export type Verbatim<T> = T & { readonly [verbatim]?: never };

export const fieldMetadata = z.registry<FieldMetadata>();
