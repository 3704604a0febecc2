import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import { getOrUndefined, type OperationClient, perClient, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import type { ReservationResult } from "../../types/reservations.ts";

/** Lists all reservations, or those of a region. */
export function listReservations(client: OperationClient, regionId?: number): Promise<WholeList<ReservationResult>> {
  // Ordered by creation, so that a new reservation does not move another one to a page that was already read.
  const query = { orderBy: "created_at.asc" as const, regionId };
  return readList(
    client,
    endpoints["reservations.list"],
    { query },
    { itemsOf: ({ results }) => results, idOf: ({ id }) => id },
  );
}

/** Reads one reservation as it is now; undefined: it is gone. */
export function getReservation(client: OperationClient, id: number): Promise<ReservationResult | undefined> {
  return getOrUndefined(client.call(endpoints["reservations.get"], { params: { reservationId: id } }));
}

const cacheOf = perClient(() => new ReadCache<number, ReservationResult>());

/** Reads reservations. Many reads at once, as in a refresh, become one list. */
export function readerOf(client: OperationClient): BatchedReader<number, ReservationResult> {
  return new BatchedReader<number, ReservationResult>(client, cacheOf(client), {
    get: getReservation,
    list: (shared) => listReservations(shared),
    idOf: (one) => one.id,
  });
}
