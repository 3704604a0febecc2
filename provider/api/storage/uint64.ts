import { z } from "zod";
import { limits } from "../limits.ts";

/**
 * An unsigned 64-bit number. The input may be a number while that is exact, a bigint from lossless JSON, or decimal text from
 * configuration. A JavaScript number beyond 2^53 is rejected, since its digits are already lost.
 *
 * The output differs on purpose. On the wire it is a number, or a bigint, which `writeJson` writes with all digits. For users it
 * is a number while that is exact, and decimal text beyond: Pulumi silently turns a bigint in an output into `{}`, and
 * `JSON.stringify` throws; text survives both.
 */

type Form = number | bigint | string;

const { min, max } = limits.storage.eventThreshold;
const message = `must be a whole number from ${min} to ${max}; beyond 2^53 as a bigint or decimal text`;

function exact(value: unknown): bigint | undefined {
  const isReadable =
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isSafeInteger(value)) ||
    (typeof value === "string" && /^\d{1,20}$/.test(value));
  if (!isReadable) return undefined;
  const whole = BigInt(value);
  return whole >= min && whole <= max ? whole : undefined;
}

/**
 * Checks by hand: with a union of number, bigint and text, JSON Schema would show three types where the wire has one, and one
 * mistake would be reported in three ways.
 */
function uint64As<Beyond>(beyond: (value: bigint) => Beyond) {
  return (z.unknown() as z.ZodType<Form, Form>)
    .transform((value, context) => {
      const whole = exact(value);
      if (whole !== undefined) return whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : beyond(whole);
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ type: "integer", format: "uint64", minimum: 0, maximum: 2 ** 64 - 2048 }); // the last double below 2^64
}

/** In a request. */
export const uint64 = uint64As((value) => value);

/** In a response. */
export const uint64Response = uint64As(String);
