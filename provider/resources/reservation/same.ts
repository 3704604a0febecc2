import { isDeepStrictEqual } from "node:util";
import { type OperationClient, perClient, SharedRead, type WholeList } from "../../client/index.ts";
import { Claims } from "../../engine/ownership/claims-of-run.ts";
import { refuseUnread } from "../../engine/ownership/unreadable-objects.ts";
import type { ReservationResult } from "../../types/reservations.ts";
import { readForPreview } from "../preview-read.ts";
import { hasEnded } from "./cancel.ts";
import { boughtOf, type ReservationInputs } from "./inputs.ts";
import { listReservations } from "./remote.ts";
import { inputsOf } from "./state.ts";

interface Listed {
  /** Reservations by region; undefined: they could not be read in time. */
  byRegion: Map<number, SharedRead<WholeList<ReservationResult> | undefined>>;
  /** Resources that buy a reservation in this run, by what they buy. */
  buyers: Claims;
}

const listedOf = perClient((): Listed => ({ byRegion: new Map(), buyers: new Claims() }));

/** Returns the reservations that have not ended and match the declaration: the same name, region, period and resources. */
export async function sameReservations(
  what: string,
  client: OperationClient,
  declared: ReservationInputs,
): Promise<ReservationResult[]> {
  const { items, unread } = await listReservations(client, declared.regionId);
  refuseUnread(what, unread, ({ name }) => typeof name !== "string" || name === declared.name);
  return sameAmong(items, declared);
}

/** The same for a preview, with one list per region and run. Undefined: the platform does not respond in time. */
export async function sameListed(
  client: OperationClient,
  declared: ReservationInputs,
): Promise<ReservationResult[] | undefined> {
  const { byRegion } = listedOf(client);
  // `check` has filled the region in from the settings.
  const regionId = declared.regionId ?? 0;
  const known = byRegion.get(regionId);
  const list =
    known === undefined || known.hasFailed
      ? new SharedRead(client, (shared) => readForPreview(shared, (limited) => listReservations(limited, regionId)))
      : known;
  byRegion.set(regionId, list);
  const all = await list.join(client);
  return all && sameAmong(all.items, declared);
}

/** Notes what a resource buys. Returns another resource of this run that buys the same. */
export function otherBuyer(client: OperationClient, declared: ReservationInputs, urn: string): string | undefined {
  const { buyers } = listedOf(client);
  const { resources, ...others } = boughtOf(declared);
  const key = JSON.stringify([others, resources.map((one) => JSON.stringify(one)).sort()]);
  return buyers.claim(key, urn);
}

/** Drops the lists, after a purchase or a cancellation. */
export function forgetListed(client: OperationClient): void {
  listedOf(client).byRegion.clear();
}

function sameAmong(all: readonly ReservationResult[], declared: ReservationInputs): ReservationResult[] {
  const wanted = boughtOf(declared);
  return all.filter((one) => !hasEnded(one) && isDeepStrictEqual(boughtOf(inputsOf(one, wanted)), wanted));
}
