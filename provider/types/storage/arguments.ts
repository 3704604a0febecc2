// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { BytesEvent, CountEvent } from "./event.ts";

/**
 * Arguments of `upsertEvents`.
 *
 * *Source:* platform-api §4 #13.
 */
export interface UpsertEventsArgs {
  /** Levels of the number of files. */
  reachingFilesQuantity?: CountEvent[];
  /** Levels of the number of requests. */
  reachingUsedRequests?: CountEvent[];
  /** Levels of space. */
  reachingUsedSpace?: BytesEvent[];
  /** Levels of traffic. */
  reachingUsedTraffic?: BytesEvent[];
}
