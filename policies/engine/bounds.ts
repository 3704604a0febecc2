import { rangeWords, withNoun } from "@cloudplatform/pulumi/schema";
import { z } from "zod";

/** Inclusive bounds of the platform, as stated in `limits` of the contract. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Parameters of a rule about bounds. They default to the platform's bounds and can only be tightened. */
export function boundsConfig(bounds: Bounds, what: string) {
  const { min = 0, max } = bounds;
  const within = max === undefined ? z.int().min(min) : z.int().min(min).max(max);
  const range = rangeWords(bounds.min, bounds.max) ?? "any";
  return z.object({
    min: within
      .default(min)
      .describe(`Minimum ${what}. The platform accepts ${range}; its range can only be tightened.`),
    max: (max === undefined ? within.optional() : within.default(max)).describe(
      `Maximum ${what}. The platform accepts ${range}; its range can only be tightened.`,
    ),
  });
}

/** Why no amount can be within both bounds. */
export function boundsConflict({ min, max }: { min?: unknown; max?: unknown }): string | undefined {
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return undefined;
  return `min (${min}) must not be greater than max (${max})`;
}

/** The problem of an amount: `must be from 1 to 20; got 21`. Undefined if there is none. */
export function boundsProblem(amount: number, bounds: { min: number; max?: number }, noun = ""): string | undefined {
  if (amount >= bounds.min && (bounds.max === undefined || amount <= bounds.max)) return undefined;
  // "At most 300" is clearer than "from 0 to 300".
  const isSpare = noun !== "" && bounds.min === 0 && bounds.max !== undefined;
  const range = rangeWords(isSpare ? undefined : bounds.min, bounds.max);
  return noun === "" ? `must be ${range}; got ${amount}` : `must have ${withNoun(range ?? "", noun)}; it has ${amount}`;
}

/** The problem of a value that is not allowed: `must be one of 76, 80; got 7`. */
export function choiceProblem(allowed: readonly (string | number)[], given: string): string {
  return `must be ${allowed.length === 1 ? "" : "one of "}${allowed.join(", ")}; got ${given}`;
}
