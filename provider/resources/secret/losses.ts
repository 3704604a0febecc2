import type { InputChange } from "../../schema/replacing.ts";
import type { SecretInputs } from "../../types/edge.ts";
import { isUnknown } from "../../values/unknown.ts";

/** Returns the slots that an update of a secret deletes: the platform never returns their values. */
export function secretLosses({ declared, inputs }: InputChange): string[] {
  const { secretSlots: before = [] } = declared as Partial<SecretInputs>;
  const { secretSlots: after = [] } = inputs as Partial<SecretInputs>;
  if (isUnknown(after) || after.some((one) => isUnknown(one) || isUnknown(one.slot)))
    return before.length === 0 ? [] : ["the values of slots that are not among the new ones"];
  return before
    .filter(({ slot }) => !after.some((one) => one.slot === slot))
    .map(({ slot }) => `the value of slot ${slot}`);
}
