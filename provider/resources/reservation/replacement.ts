import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { isSameResource } from "../../pulumi/formats/composite.ts";
import { isUnknown } from "../../values/unknown.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import type { QuotedInputs, ReservationInputs } from "./inputs.ts";

/** What to do to get another reservation than the one in state. */
export const waysOut =
  "Two ways out: declare what you want as a further resource with a new resource name, which is bought besides; or set allowReplacement: true, which cancels this one (only possible while it is CREATED) and then buys the other.";

/** Whether the program allows a replacement, or may once its values are known. */
export function mayReplace({ allowReplacement }: Pick<ReservationInputs, "allowReplacement">): boolean {
  return allowReplacement === true || isUnknown(allowReplacement);
}

/**
 * Whether a check without old inputs is that of a replacement. The engine checks a forced one (--replace, pulumi state taint,
 * replaceWith) as a new resource; only the state says that the resource has a reservation, or had one that this run has cancelled.
 */
export async function isReplacement({ replacing, urn, ownership }: CheckContext<QuotedInputs>): Promise<boolean> {
  if (replacing !== undefined) return replacing;
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return false;
  return state.resources.some((one) => one.external !== true && one.delete !== true && isSameResource(one.urn, urn));
}

/** A forced replacement that the program does not allow. */
export const replacementFailure: CheckFailure = {
  property: "",
  reason: `would be replaced (--replace, pulumi state taint, replaceOnChanges, replaceWith, or a replacement that it depends on): the reservation would be bought again. ${waysOut}`,
  code: "CP2401",
};
