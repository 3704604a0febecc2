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
 * A schema that checks by hand: a union of number, bigint and text would tell JSON Schema of three types where the wire has
 * one, and one mistake would be reported in three ways.
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
