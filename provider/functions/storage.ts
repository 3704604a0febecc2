import { endpoints, storageEventNames } from "../api/index.ts";
import { camel, userSchema } from "../schema/index.ts";
import type { StorageEventsResult, UpsertEventsArgs } from "../types/storage.ts";
import { checkArguments } from "./arguments.ts";
import { clientOf, type Lookup, type LookupOptions, lookup } from "./lookup.ts";
import { lookupDefaults } from "./lookup-defaults.ts";
import type { ResponseOf } from "./types.ts";

export type * from "../types/storage.ts";

type Events = ResponseOf<"storageEvents.list">;

/** The lookups return every kind of event, with an empty list when there is none. */
const allKinds = { always: storageEventNames.map(camel) };

/** Each array may be absent in a response (platform-api §6). */
function complete(response: Events): StorageEventsResult {
  return {
    ...response,
    reachingFilesQuantity: response.reachingFilesQuantity ?? [],
    reachingUsedRequests: response.reachingUsedRequests ?? [],
    reachingUsedSpace: response.reachingUsedSpace ?? [],
    reachingUsedTraffic: response.reachingUsedTraffic ?? [],
  };
}

/**
 * Reads all storage events without changing them.
 *
 * *Source:* companion §6.1.
 *
 * @example
 * ```ts
 * import { storage } from "@cloudplatform/pulumi";
 *
 * const { reachingUsedTraffic } = await storage.getEvents();
 * export const busy = reachingUsedTraffic.map(({ bucketName, bytes }) => `${bucketName}: ${bytes}`);
 * ```
 */
export const getEvents = lookup<Record<never, never>, StorageEventsResult>(
  { name: "storage.getEvents", endpoint: endpoints["storageEvents.list"], result: allKinds },
  complete,
);

const upsert = lookup<UpsertEventsArgs, StorageEventsResult>(
  {
    name: "storage.upsertEvents",
    endpoint: endpoints["storageEvents.upsert"],
    result: allKinds,
    writes: true,
    // Nothing to store: no body at all, as the contract has it (platform-api §4 #13).
    call: ({ body }) => ({ body: Object.keys(body).length === 0 ? undefined : body }),
  },
  complete,
);

/**
 * Stores storage events and returns all of them. An array that you pass replaces the stored one, and an empty one clears
 * it; omitted arrays are unchanged. Levels are whole numbers, above 2^53 a bigint or decimal text.
 *
 * This is the only function that writes. Calls are never merged into one request. A preview writes nothing: it reads the
 * events and shows what they would be.
 *
 * *Source:* platform-api §4 #13, §6.
 *
 * @example
 * ```ts
 * import { storage } from "@cloudplatform/pulumi";
 *
 * const { reachingUsedSpace } = await storage.upsertEvents({});
 * export const buckets = reachingUsedSpace.map((event) => event.bucketName);
 * ```
 */
export const upsertEvents: Lookup<UpsertEventsArgs, StorageEventsResult> = Object.assign(
  async (args: UpsertEventsArgs = {}, options: LookupOptions = {}): Promise<StorageEventsResult> => {
    const mocked = lookupDefaults().mockedResult(upsert.definition, args, options);
    if (mocked !== undefined) return mocked as Promise<StorageEventsResult>;
    const given = Object.values(args).some((value) => value !== undefined);
    return given && lookupDefaults().isPreview() ? previewed(args, options) : upsert(args, options);
  },
  { definition: upsert.definition },
);

/** What the events would be. */
async function previewed(args: UpsertEventsArgs, options: LookupOptions): Promise<StorageEventsResult> {
  try {
    const client = await clientOf(upsert.definition.name, options);
    const { arguments: given } = checkArguments(upsert.definition, args, client.settings);
    const stored = await client.call(endpoints["storageEvents.list"], {});
    const response = userSchema(endpoints["storageEvents.upsert"].response);
    return complete(response.parse({ ...stored, ...given.body }) as Events);
  } catch (error) {
    throw lookupDefaults().decorateError(error);
  }
}
