import type { z } from "zod";
import { camel, toWire } from "../api/index.ts";
import { canonical } from "./canonical.ts";
import { spelled } from "./check.ts";
import { asDeclared, type Difference, differences } from "./drift.ts";
import type { AnyHandler, Properties } from "./handler.ts";

/** Inputs of the platform's side in the wire's spelling. */
export function wireOf<S extends z.ZodObject>(schema: S, inputs: object): z.input<S> {
  return toWire(schema, inputs).value as z.input<S>;
}

/** A live object (wire) as the user would have written it, canonical; steering inputs are kept as declared. */
export function liveInputs<Inputs extends object>(
  handler: { schema: z.ZodObject; steering?: z.ZodObject; normalise?(inputs: Inputs): Inputs },
  live: unknown,
  declared: Partial<Inputs>,
): Inputs {
  const before = toWire(handler.schema, declared).value;
  const own = spelled(handler.schema, canonical(handler.schema, asDeclared(handler.schema, live, before)));
  const inputs = { ...steeringOf(handler, declared), ...own } as Inputs;
  return handler.normalise?.(inputs) ?? inputs;
}

/** Where two inputs of the platform's side differ. */
export function inputDifferences(handler: AnyHandler, declared: object, live: object): Difference[] {
  return differences(handler.schema, wireOf(handler.schema, declared), wireOf(handler.schema, live));
}

/** Names of all inputs, in the user's spelling. */
export function inputNames(handler: { schema: z.ZodObject; steering?: z.ZodObject }): string[] {
  return [...Object.keys(handler.schema.shape), ...Object.keys(handler.steering?.shape ?? {})].map(camel);
}

function steeringOf(handler: { steering?: z.ZodObject }, inputs: object): Properties {
  const names = Object.keys(handler.steering?.shape ?? {}).map(camel);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}
