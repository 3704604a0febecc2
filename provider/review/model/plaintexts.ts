import type { Properties } from "../../values/properties.ts";
import { holdsSecret, isSecret, mapValues, plaintextOf } from "./engine-values.ts";
import type { EngineStep, Side } from "./events.ts";
import type { OptionSources } from "./options.ts";

/** Where plaintexts of secrets are found. */
export type PlaintextSources = Pick<OptionSources, "state" | "plan">;

/**
 * A step with the lists and objects that are secrets as a whole in events because of one secret in them, for prices, quotas, losses
 * and matches. That secret stays one: figures name regions and flavors. Without a plan, new inputs have no plaintext, and the step
 * stays as it is.
 */
export function withPlaintexts(step: EngineStep, { state, plan }: PlaintextSources): EngineStep {
  if ((step.new && plan === undefined) || !holdsSecret([step.old, step.new])) return step;
  const kept = state.get(String(step.old?.urn ?? step.urn));
  const { adds, updates } = (plan?.resourcePlans?.[step.urn]?.goal?.inputDiff ?? {}) as Record<string, object>;
  // An input that is not in the difference is the one before.
  const planned = { ...kept?.inputs, ...adds, ...updates };
  return {
    ...step,
    ...(step.old && { old: opened(step.old, kept?.inputs, kept?.outputs) }),
    ...(step.new && { new: opened(step.new, planned) }),
  };
}

function opened(side: Side, inputs: Properties | undefined, outputs?: Properties): Side {
  return { ...side, inputs: openedFrom(side.inputs, inputs), outputs: openedFrom(side.outputs, outputs) };
}

function openedFrom(properties: Properties | null | undefined, plaintexts: Properties = {}): Properties {
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, value]) => [
      name,
      holdsSecret(value) ? (openedList(plaintexts[name]) ?? value) : value,
    ]),
  );
}

/** A list or an object, with its secrets that are lists or objects opened; undefined for other values. */
function openedList(value: unknown): unknown {
  const bare = isSecret(value) ? JSON.parse(plaintextOf(value) ?? "null") : value;
  if (bare === null || typeof bare !== "object") return undefined;
  return mapValues(bare, (one) => (isSecret(one) ? (openedList(one) ?? one) : undefined));
}
