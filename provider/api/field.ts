import { z } from "zod";
import { fieldMetadata } from "./field-metadata.ts";

/** Fields that several areas share. Bounds are inclusive, as in the contract. */

export const id = z.int().min(1);

export const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, {
  error: "must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11",
});

/** A list of unique elements whose order is not significant. */
export function uniqueList<T extends z.ZodType>(element: T, bounds: { min?: number; max?: number } = {}) {
  let list = z.array(element);
  if (bounds.min !== undefined) list = list.min(bounds.min);
  if (bounds.max !== undefined) list = list.max(bounds.max);
  return list
    .superRefine((values, context) => {
      const seen = new Map<unknown, number>();
      values.forEach((value, index) => {
        const first = seen.get(value);
        if (first === undefined) seen.set(value, index);
        else
          context.addIssue({
            code: "custom",
            path: [index],
            message: `${JSON.stringify(value)} stands here twice (first at position ${first}); each element only once`,
          });
      });
    })
    .register(fieldMetadata, { unordered: true });
}

/** Map of header, label or parameter names to text. */
export const textMap = z.record(z.string(), z.string());

/**
 * A timestamp. The platform sends it with or without a zone, or as a bare date (companion §1.2, §4.3). It stays text, since every
 * caller needs another type.
 */
export const timestamp = z.string();

/** Returns a timestamp with its zone; without one, it is UTC (open points). */
export function withZone(text: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
}

/** A decimal in a response: the contract specifies text in some places, and samples have numbers (companion §4.3). */
export const decimalText = z.union([z.string(), z.number()]).transform((value) => String(value));

/** Known values, or any other text, so that a new value does not fail a whole list. */
export type Open<T extends string> = T | (string & Record<never, never>);

/** An enumeration that the contract leaves open: known values for the editor, any text in a response. */
export function openEnum<const T extends readonly string[]>(values: T) {
  return z.union([z.enum(values), z.string() as z.ZodType<string & Record<never, never>, string>]);
}

/** What a timestamp in a request must be. The command line accepts more. */
export const timestampRule = "must be RFC 3339 such as 2026-01-31T12:00:00Z";

/** A timestamp in a request: RFC 3339 with its zone (platform-api §4 #10). */
export const zonedTimestamp = z.iso.datetime({ offset: true, error: timestampRule });

/** Path parameters of most endpoints in the cloud area. */
export const projectAndRegion = {
  project_id: id.describe("Project."),
  region_id: id.describe("Region."),
};

/** Paging of the cloud area where the contract does not specify it: at most 1000 per response (companion §7.3). */
export const cloudPaging = {
  limit: z.int().min(1).max(1000).default(1000).describe("Maximum number of items in the response."),
  offset: z.int().min(0).default(0).describe("Number of items to skip."),
};

/** A list in a response: an element that cannot be parsed must not hide the others. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item).register(fieldMetadata, { readEach: true });
}

/** The form of the cloud area's lists. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({
    count: z.int().min(0).register(fieldMetadata, { totalCount: true }).describe("Total number of items."),
    results: listOf(item).describe("Items of this page."),
  });
}
