import type { ReservationRecord } from "../../api/index.ts";
import { liveInputs, outputsIn, shownInputs, wireOf } from "../../engine/index.ts";
import { reservationDefinition } from "./definition.ts";
import type { QuotedInputs, ReservationInputs, ReservationState } from "./inputs.ts";

/** A reservation as the user would have written it. */
export function inputsOf<Inputs extends ReservationInputs>(
  live: ReservationRecord,
  declared: Inputs,
  turn: typeof liveInputs = liveInputs,
): Inputs {
  return turn<ReservationInputs>(reservationDefinition, requestOf(live, declared), declared) as Inputs;
}

/** Outputs: inputs as they are on the platform, and what it adds. */
export function stateOf(live: ReservationRecord, declared: QuotedInputs): ReservationState {
  const shown = {
    ...{ ...live, reservation_id: live.id },
    ...{ next_statuses: live.next_statuses ?? [], reserved_resources: live.resources ?? [] },
  };
  return {
    ...inputsOf(live, declared, shownInputs),
    ...outputsIn(reservationDefinition.outputs, shown),
  } as ReservationState;
}

/** The request that a record came from: the response has other names for some of it (companion §4.3). */
function requestOf(live: ReservationRecord, declared: ReservationInputs) {
  const declaredBody = wireOf(reservationDefinition.schema, declared);
  const declaredResources = Array.isArray(declaredBody.resources) ? declaredBody.resources : [];
  return {
    name: live.name,
    region_id: live.region_id,
    period: periodOf(live) ?? declaredBody.period,
    resources:
      live.resources?.map((each, index) => {
        const name = resourceName(
          each.resource_name || (declaredResources[index]?.resource_name ?? ""),
          declaredResources.map((one) => one.resource_name),
        );
        const twin = declaredResources.find((one) => one.resource_name === name);
        return {
          resource_name: name,
          resource_type: each.resource_type || (twin?.resource_type ?? "flavor"),
          resource_value: each.resource_count || twin?.resource_value,
        };
      }) ?? declaredResources,
  };
}

/** The billing name of a resource is the one of the request with a suffix; `_min` is the only one seen. */
function resourceName(billing: string, declaredNames: readonly string[]): string {
  if (declaredNames.includes(billing)) return billing;
  const plain = billing.replace(/_min$/, "");
  if (declaredNames.includes(plain)) return plain;
  // The longest one: `bm1_hf` must not stand for `bm1_hf_large_x`.
  const [nearest] = declaredNames.filter((name) => billing.startsWith(`${name}_`)).sort((a, b) => b.length - a.length);
  return nearest ?? plain;
}

/** The period is not echoed; it follows from the length (companion §4.3). */
function periodOf({ activity_period: unit, activity_period_length: length }: ReservationRecord): string | undefined {
  // 0 is what some platforms show for "not set".
  if (typeof length !== "number" || length === 0) return undefined;
  if (unit?.toLowerCase() === "month") return `MONTHS${length}`;
  return unit?.toLowerCase() === "year" ? `MONTHS${12 * length}` : undefined;
}
