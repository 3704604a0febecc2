import type { z } from "zod";
import { canonical } from "../schema/canonical.ts";
import { camel, fromWire, toWire } from "../schema/index.ts";
import { inOrderOf } from "../schema/order.ts";
import { toUserNames } from "./check.ts";
import { type Difference, differences, toDeclaredForm } from "./drift.ts";
import type { AnyHandler, Properties } from "./handler.ts";
import { UnreadableError } from "./reading.ts";

/** Inputs of the platform's side in the wire's spelling. */
export function wireOf<S extends z.ZodObject>(schema: S, inputs: object): z.input<S> {
  return toWire(schema, inputs).value as z.input<S>;
}

/**
 * A live object (wire) as the user would have written it, in the order of what was declared; what the platform does not return is
 * kept as declared.
 */
export function liveInputs<Inputs extends object>(
  handler: Named & { normalise?(inputs: Inputs): Inputs },
  live: unknown,
  declared: Partial<Inputs>,
): Inputs {
  const before = toWire(handler.schema, declared).value;
  const seen = canonical(handler.schema, toDeclaredForm(handler.schema, live, before));
  const own = toUserNames(handler.schema, inOrderOf(handler.schema, seen, before, "wire"));
  const inputs = { ...oursOf(handler, declared), ...own } as Inputs;
  return handler.normalise?.(inputs) ?? inputs;
}

/** Like {@link liveInputs}, for outputs: where a response cannot be read, what was created must be kept all the same. */
export function shownInputs<Inputs extends object>(
  handler: Named & { normalise?(inputs: Inputs): Inputs },
  live: unknown,
  declared: Partial<Inputs>,
): Inputs {
  try {
    return liveInputs(handler, live, declared);
  } catch (error) {
    if (error instanceof UnreadableError) return declared as Inputs;
    throw error;
  }
}

/** Outputs that a response has under the names of their schema. What is null is absent. */
export function outputsIn(schema: z.ZodObject, live: object): Properties {
  const given = Object.entries(live).filter(([name, value]) => name in schema.shape && value !== null);
  return fromWire(schema, Object.fromEntries(given)) as Properties;
}

/** Where two inputs of the platform's side differ. */
export function inputDifferences(handler: AnyHandler, declared: object, live: object): Difference[] {
  return differences(handler.schema, wireOf(handler.schema, declared), wireOf(handler.schema, live));
}

/** Names of all inputs, in the user's spelling. */
export function inputNames(handler: Named): string[] {
  return [...Object.keys(handler.schema.shape).map(camel), ...ourNames(handler)];
}

/** What names a handler's inputs. */
type Named = Pick<AnyHandler, "schema" | "providerInputs" | "computedInputs">;

/** Inputs that the platform never sees: those that only the provider reads, and those that `check` adds. */
function ourNames(handler: Named): string[] {
  return [...Object.keys(handler.providerInputs?.shape ?? {}).map(camel), ...(handler.computedInputs ?? [])];
}

function oursOf(handler: Named, inputs: object): Properties {
  const names = ourNames(handler);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}
