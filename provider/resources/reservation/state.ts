import { liveInputs, outputsIn, shownInputs } from "../../engine/compare/live-inputs.ts";
import type { ReservationResult } from "../../types/reservations.ts";
import { reservationDefinition } from "./definition.ts";
import type { QuotedInputs, ReservationInputs, ReservationState } from "./inputs.ts";

/** Returns a reservation as the user would have written it. */
export function inputsOf<Inputs extends ReservationInputs>(
  live: ReservationResult,
  declared: Inputs,
  turn: typeof liveInputs = liveInputs,
): Inputs {
  return turn<ReservationInputs>(reservationDefinition, requestOf(live, declared), declared) as Inputs;
}

/** Returns the outputs: the inputs as they are on the platform, and what it adds. */
export function stateOf(live: ReservationResult, declared: QuotedInputs): ReservationState {
  const shown = {
    ...{ ...live, reservationId: live.id },
    ...{ nextStatuses: live.nextStatuses ?? [], reservedResources: live.resources ?? [] },
  };
  return {
    ...inputsOf(live, declared, shownInputs),
    ...outputsIn(reservationDefinition.outputs, shown),
  } as ReservationState;
}

/** Returns the request that a record came from: the response has other names for some of it (companion §4.3). */
function requestOf(live: ReservationResult, declared: ReservationInputs) {
  const declaredResources = Array.isArray(declared.resources) ? declared.resources : [];
  return {
    name: live.name,
    regionId: live.regionId,
    period: periodOf(live) ?? declared.period,
    resources:
      live.resources?.map((each, index) => {
        const name = resourceName(
          each.resourceName || (declaredResources[index]?.resourceName ?? ""),
          declaredResources.map((one) => one.resourceName),
        );
        const twin = declaredResources.find((one) => one.resourceName === name);
        return {
          resourceName: name,
          resourceType: each.resourceType || (twin?.resourceType ?? "flavor"),
          resourceValue: each.resourceCount || twin?.resourceValue,
        };
      }) ?? declaredResources,
  };
}

/** Returns the requested name of a resource: its billing name has a suffix, of which only `_min` was seen. */
function resourceName(billing: string, declaredNames: readonly string[]): string {
  if (declaredNames.includes(billing)) return billing;
  const plain = billing.replace(/_min$/, "");
  if (declaredNames.includes(plain)) return plain;
  // The longest match: `bm1_hf` must not stand for `bm1_hf_large_x`.
  const [nearest] = declaredNames.filter((name) => billing.startsWith(`${name}_`)).sort((a, b) => b.length - a.length);
  return nearest ?? plain;
}

/** The response does not repeat the period; it follows from the length (companion §4.3). */
function periodOf({ activityPeriod: unit, activityPeriodLength: length }: ReservationResult): string | undefined {
  // Some platforms show 0 for "not set".
  if (typeof length !== "number" || length === 0) return undefined;
  if (unit?.toLowerCase() === "month") return `MONTHS${length}`;
  return unit?.toLowerCase() === "year" ? `MONTHS${12 * length}` : undefined;
}
