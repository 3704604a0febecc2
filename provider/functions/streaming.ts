import { z } from "zod";
import { endpoints } from "../api/index.ts";
import type { GetStreamsArgs, StreamResult } from "../types/streaming.ts";
import type { Definition } from "./definition.ts";
import { listWalk, lookup } from "./lookup.ts";

export type * from "../types/streaming.ts";

const list: Definition = {
  name: "streaming.getStreams",
  endpoint: endpoints["streams.list"],
  own: z.object({ with_broadcasts: z.boolean().default(false).describe("Adds the details of broadcasts.") }),
  // The wire has a number for it: 1 adds the details (platform-api §4 #1).
  call: ({ own, query }) => ({ query: { ...query, withBroadcasts: own.withBroadcasts === true ? 1 : undefined } }),
  paging: { items: "", id: "id", by: "page", whole: true },
};

/**
 * Lists live streams: all streams, or only one `page`. The platform reports neither the page size nor the last page, so
 * reading ends at a page that is empty or has no new streams.
 *
 * *Source:* platform-api §4 #1, §2.1; companion §6.5.
 *
 * @example
 * ```ts
 * import { streaming } from "@cloudplatform/pulumi";
 *
 * export const onAir = (await streaming.getStreams({ withBroadcasts: true })).filter((stream) => stream.live).length;
 * ```
 */
export const getStreams = lookup<GetStreamsArgs, StreamResult[]>(list);

/** Iterates over live streams, with one page in memory at a time; starts at `page`. */
export const iterateStreams = listWalk<GetStreamsArgs, StreamResult>(list);
