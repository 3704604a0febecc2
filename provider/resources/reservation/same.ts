import { isDeepStrictEqual } from "node:util";
import type { ReservationRecord } from "../../api/index.ts";
import type { Client, WholeList } from "../../client/index.ts";
import { refuseUnread } from "../../engine/index.ts";
import { inputsOf } from "./echo.ts";
import { hasEnded } from "./ending.ts";
import { boughtOf, type ReservationInputs } from "./inputs.ts";
import { listReservations } from "./remote.ts";

/** Time that a preview waits for the list: `check` runs one resource at a time, so this is felt. */
const budgetMs = 5_000;

interface Listed {
  /** Reservations by region; undefined where they could not be read in time. */
  byRegion: Map<number, Promise<WholeList<ReservationRecord> | undefined>>;
  /** Resource that buys a reservation in this run, by what it buys. */
  buyers: Map<string, string>;
}

const listed = new WeakMap<Client, Listed>();

/** Reservations that have not ended and are what is declared: of the same name, region, period and resources. */
export async function sameReservations(
  what: string,
  client: Client,
  declared: ReservationInputs,
): Promise<ReservationRecord[]> {
  const { items, unread } = await listReservations(client, declared.regionId);
  refuseUnread(what, unread, ({ name }) => typeof name !== "string" || name === declared.name);
  return sameAmong(items, declared);
}

/** The same for a preview: one list for a region and run. Undefined where the platform does not tell in time. */
export async function sameListed(
  client: Client,
  declared: ReservationInputs,
): Promise<ReservationRecord[] | undefined> {
  const { byRegion } = listedOf(client);
  // `check` has filled the region in from the settings.
  const regionId = declared.regionId ?? 0;
  const list = byRegion.get(regionId) ?? inTime(listReservations(client, regionId));
  byRegion.set(regionId, list);
  const all = await list;
  return all && sameAmong(all.items, declared);
}

/** Another resource of this run that buys the same; this one is noted. */
export function otherBuyer(client: Client, declared: ReservationInputs, urn: string): string | undefined {
  const { buyers } = listedOf(client);
  const { resources, ...others } = boughtOf(declared);
  const key = JSON.stringify([others, resources.map((one) => JSON.stringify(one)).sort()]);
  const known = buyers.get(key) ?? urn;
  buyers.set(key, known);
  return known === urn ? undefined : known;
}

/** Something was bought or cancelled. */
export function forgetListed(client: Client): void {
  listedOf(client).byRegion.clear();
}

function listedOf(client: Client): Listed {
  const known = listed.get(client) ?? { byRegion: new Map(), buyers: new Map() };
  listed.set(client, known);
  return known;
}

function sameAmong(all: readonly ReservationRecord[], declared: ReservationInputs): ReservationRecord[] {
  const wanted = boughtOf(declared);
  return all.filter((one) => !hasEnded(one) && isDeepStrictEqual(boughtOf(inputsOf(one, wanted)), wanted));
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), budgetMs);
  });
  try {
    return await Promise.race([work, outOfTime]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
