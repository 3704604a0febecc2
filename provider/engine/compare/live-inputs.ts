import type { z } from "zod";
import { canonical } from "../../schema/canonical.ts";
import { fieldNames, knownFields } from "../../schema/index.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler } from "../handler/handler.ts";
import { UnreadableError } from "./coerce.ts";
import { type Difference, differences, toDeclaredForm } from "./declared-form.ts";

/**
 * Returns a live object as the user would have written it, in the order of the declaration. Inputs that the platform does not
 * return stay as declared.
 */
export function liveInputs<Inputs extends object>(
  handler: Named & { normalise?(inputs: Inputs): Inputs },
  live: unknown,
  declared: Partial<Inputs>,
): Inputs {
  const before = knownFields(handler.schema, declared);
  const seen = canonical(handler.schema, toDeclaredForm(handler.schema, live, before));
  const own = inOrderOf(handler.schema, seen as Properties, before);
  const inputs = { ...oursOf(handler, declared), ...own } as Inputs;
  return handler.normalise?.(inputs) ?? inputs;
}

/** Like {@link liveInputs}, for outputs: what was created must be kept even if a response cannot be read. */
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

/** Returns the outputs of a response under the names of their schema, without null. */
export function outputsIn(schema: z.ZodObject, live: object): Properties {
  const names = new Set(fieldNames(schema));
  return Object.fromEntries(Object.entries(live).filter(([name, value]) => names.has(name) && value !== null));
}

/** Returns the differences between two inputs, except those that the platform never sees. */
export function inputDifferences({ schema }: Pick<AnyHandler, "schema">, declared: object, live: object): Difference[] {
  return differences(knownFields(schema, declared), knownFields(schema, live));
}

/** Returns the names of all inputs. */
export function inputNames(handler: Named): string[] {
  return [...fieldNames(handler.schema), ...ourNames(handler)];
}

/** The parts of a handler that name its inputs. */
type Named = Pick<AnyHandler, "schema" | "providerInputs" | "computedInputs">;

/** Names of inputs that the platform never sees: those that only the provider reads, and those that `check` adds. */
function ourNames(handler: Named): string[] {
  return [...fieldNames(handler.providerInputs), ...(handler.computedInputs ?? [])];
}

function oursOf(handler: Named, inputs: object): Properties {
  const names = ourNames(handler);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}
