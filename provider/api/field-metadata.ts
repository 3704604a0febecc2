import { z } from "zod";

/**
 * Metadata that a schema cannot express, for reading, drift and documentation.
 * Kept beside the schema in a registry of its own, so that none of it leaks into JSON Schema.
 */
export interface FieldMetadata {
  /** An array whose order has no meaning: `["a", "b"]` equals `["b", "a"]`. */
  unordered?: true;
  /** An array whose elements are identified by this field; their order has no meaning. */
  listKey?: string;
  /** The platform fills a value of its own when the field is left out: no drift. */
  serverDefault?: true;
  /**
   * Cannot change in place: another value replaces the object that has the field. A response without it changes nothing,
   * and the declared value is kept.
   */
  immutable?: true;
  /** What a change does, where it is more than a change in place; for the reference. */
  changeText?: string;
  /** An object whose presence has a meaning: `{enabled: false}` is not the same as none (CDN options). */
  presenceMatters?: true;
  /** How many items a list has in all; newer and older platforms call it `total_count`. */
  totalCount?: true;
  /** An array of objects of which each is read apart from the others: one that cannot be read is left out. */
  readEach?: true;
  /** The platform never returns the field; the declared value is kept. */
  writeOnly?: true;
  /** Encrypted in state and hidden in output. */
  secret?: true;
  /**
   * A text that may be a credential: one that the program calls secret. With the input `writeOnly` it is then as one that is
   * `secret`, and is not stored.
   */
  credential?: true;
  /** Keys below here are the platform's own spelling for users too (CDN options). */
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
