/** Live streams: stored records, routes, signals and timers. */
import type { HandlersOf } from "../server/handler.ts";
import type { StoredStream } from "./records.ts";
import { streamResponse } from "./stream.ts";

/** Default page size (open points). */
const pageSize = 25;

/** Live streams. platform-api §2.1, §4 #1. */
export const streams: HandlersOf<"streams"> = {
  "streams.list": ({ query }, { behaviors, store }) => {
    const size = behaviors.values.pageSize || pageSize;
    const page = store.streams.page(size, ((query.page ?? 1) - 1) * size);
    return page.map((stream) => ({
      ...streamResponse(stream),
      ...(query.with_broadcasts === 1 && broadcastsOf(stream)),
    }));
  },
};

/** The contract does not show the fields of a broadcast; id and name are the minimum. */
function broadcastsOf({ broadcast_ids }: StoredStream) {
  return { broadcasts: (broadcast_ids ?? []).map((id) => ({ id, name: `Broadcast ${id}` })) };
}
