import { unknownValue } from "../../../schema/index.ts";
import type { Properties } from "../../../values/properties.ts";
import type { ResourceType } from "./resource.ts";

/**
 * Outputs that a preview shows: inputs are known, and so are outputs that never change. The platform decides everything else,
 * including its values for omitted inputs.
 */
export function previewOutputs({ computed, stables }: ResourceType, inputs: Properties, state: Properties): Properties {
  const outputs: Properties = { ...inputs };
  for (const name of computed) {
    if (outputs[name] !== undefined) continue;
    const isKnown = stables.includes(name) && state[name] !== undefined;
    outputs[name] = isKnown ? state[name] : unknownValue;
  }
  return outputs;
}
