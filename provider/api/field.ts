import { z } from "zod";
import { traits } from "./traits.ts";

/** Fields that several areas share. Bounds are inclusive, as in the contract. */

export const id = z.int().min(1);

export const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, {
  error: "must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11",
});

/** A list in which order means nothing and an element may stand only once. */
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
    .register(traits, { set: true });
}

/** Map of header, label or parameter names to text. */
export const textMap = z.record(z.string(), z.string());

/**
 * A moment. The platform is seen to send it with and without a zone, and as a bare date (companion §1.2, §4.3);
 * read as text, since every reader wants another type of it.
 */
export const moment = z.string();

/** A decimal in an answer: the contract says text in some places and samples carry numbers (companion §4.3). */
export const decimalText = z.union([z.string(), z.number()]).transform((value) => String(value));
