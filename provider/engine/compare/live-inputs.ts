import type { z } from "zod";
import { canonical } from "../../schema/canonical.ts";
import { fieldNames, knownFields } from "../../schema/index.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler } from "../handler/handler.ts";
import { UnreadableError } from "./coerce.ts";
import { type Difference, differences, toDeclaredForm } from "./declared-form.ts";

/**
 * A live object as the user would have written it, in the order of what was declared; what the platform does not return is
 * kept as declared.
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
  const names = new Set(fieldNames(schema));
  return Object.fromEntries(Object.entries(live).filter(([name, value]) => names.has(name) && value !== null));
}

/** Where two inputs of the platform's side differ. */
export function inputDifferences({ schema }: Pick<AnyHandler, "schema">, declared: object, live: object): Difference[] {
  return differences(knownFields(schema, declared), knownFields(schema, live));
}

/** Names of all inputs. */
export function inputNames(handler: Named): string[] {
  return [...fieldNames(handler.schema), ...ourNames(handler)];
}

/** What names a handler's inputs. */
type Named = Pick<AnyHandler, "schema" | "providerInputs" | "computedInputs">;

/** Inputs that the platform never sees: those that only the provider reads, and those that `check` adds. */
function ourNames(handler: Named): string[] {
  return [...fieldNames(handler.providerInputs), ...(handler.computedInputs ?? [])];
}

function oursOf(handler: Named, inputs: object): Properties {
  const names = ourNames(handler);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
}
