import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { withoutDeleted } from "../../engine/ownership/deletions.ts";
import { objectOf } from "../../engine/ownership/ownership.ts";
import { managingAdviceOf } from "../../engine/ownership/refusals.ts";
import type { ReservationResult } from "../../types/reservations.ts";
import { isUnknown } from "../../values/unknown.ts";
import { reservationDefinition } from "./definition.ts";
import { holdsUnknown, immutableFields, type QuotedInputs } from "./inputs.ts";
import { forgetListed, otherBuyer, sameListed } from "./same.ts";

/** Refuses to buy the same reservation a second time. Checked at preview, and again right before the purchase. */
export async function duplicateFailures(
  inputs: QuotedInputs,
  context: CheckContext<QuotedInputs>,
): Promise<CheckFailure[]> {
  if (inputs.allowDuplicate === true || isUnknown(inputs.allowDuplicate)) return [];
  if (immutableFields.some((name) => holdsUnknown(inputs[name]))) return [];
  const { client, urn } = context;
  const other = otherBuyer(client, inputs, urn);
  if (other !== undefined)
    return failure(`would buy the same name, region, period and resources as ${other} of this program; ${second}`);
  const listed = async () => (await sameListed(client, inputs)) ?? [];
  const again = () => {
    forgetListed(client);
    return listed();
  };
  const [same] = await withoutDeleted({ client, noun }, (now) => (now.readsSingly ? again() : listed()), idOf);
  if (same === undefined) return [];
  const advice = await managingAdviceOf(await objectOf(client, urn, idOf(same)), context);
  return failure(
    `would be bought a second time: reservation ${same.id} "${same.name}" (${same.status}, made ${same.createdAt ?? "at an unknown time"}) has the same name, region, period and resources. It may be what an interrupted run has bought, or belong to a resource of another stack or name. To manage it here, ${advice}; ${second}`,
  );
}

const { noun } = reservationDefinition;
const idOf = (one: ReservationResult) => String(one.id);
const second = "to buy a second one, set allowDuplicate: true";

function failure(reason: string): CheckFailure[] {
  return [{ property: "", reason, code: "CP2403" }];
}
