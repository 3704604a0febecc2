import type { CheckFailure } from "../../engine/handler/handler.ts";
import { isUnknown } from "../../values/unknown.ts";
import type { ReservationInputs } from "./inputs.ts";

/** What to do to get another reservation than the one in state. */
export const waysOut =
  "Two ways out: declare what you want as a further resource with a new resource name, which is bought besides; or set allowReplacement: true, which cancels this one (only possible while it is CREATED) and then buys the other.";

/** Whether the program allows a replacement, or may once its values are known. */
export function mayReplace({ allowReplacement }: Pick<ReservationInputs, "allowReplacement">): boolean {
  return allowReplacement === true || isUnknown(allowReplacement);
}

/** A forced replacement that the program does not allow. */
export const replacementFailure: CheckFailure = {
  property: "",
  reason: `would be replaced, although nothing of it has changed (--replace, pulumi state taint, replaceOnChanges, or a replacement that it depends on): the reservation would be bought again. ${waysOut}`,
  code: "CP2401",
};
