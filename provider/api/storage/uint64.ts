import { z } from "zod";
import { limits } from "../limits.ts";

/**
 * An unsigned 64-bit number. Three forms of it come in: a number while that is exact, a bigint from lossless JSON, and
 * decimal text from configuration. A JavaScript number beyond 2^53 is refused, for its digits are lost already.
 *
 * What goes out differs on purpose. To the wire it is a number or a bigint, which `writeJson` writes with all digits. To users
 * it is a number while that is exact, and decimal text beyond: Pulumi turns a bigint in an output into `{}` without a
 * word, and `JSON.stringify` throws at it; text survives both.
 */

const { min, max } = limits.storage.eventThreshold;

const error = `must be a whole number from ${min} to ${max}; beyond 2^53 as a bigint or decimal text`;

const anyForm = z.union(
  [
    z.int({ error }).min(Number(min), { error }),
    z.bigint().min(min, { error }).max(max, { error }),
    z.string().refine((text) => /^\d{1,20}$/.test(text) && BigInt(text) <= max, { error }),
  ],
  { error },
);

/** For JSON Schema, which knows no bigint. The maximum is the last double below 2^64. */
const asInteger = { type: "integer", format: "uint64", minimum: 0, maximum: 2 ** 64 - 2048 };

const isExact = (value: bigint) => value <= BigInt(Number.MAX_SAFE_INTEGER);

/** In a request. */
export const uint64 = anyForm
  .transform((value) => (isExact(BigInt(value)) ? Number(value) : BigInt(value)))
  .meta(asInteger);

/** In an answer. */
export const uint64Answer = anyForm
  .transform((value) => (isExact(BigInt(value)) ? Number(value) : String(value)))
  .meta(asInteger);
