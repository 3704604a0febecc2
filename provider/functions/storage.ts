import { endpoints, storageEventNames } from "../api/index.ts";
import { camel, userSchema } from "../schema/index.ts";
import type { StorageEventsResult, UpsertEventsArgs } from "../types/storage.ts";
import { checkArguments } from "./arguments.ts";
import { clientOf, type Lookup, type LookupOptions, lookup } from "./lookup.ts";
import { lookupDefaults } from "./lookup-defaults.ts";
import type { ResponseOf } from "./types.ts";

export type * from "../types/storage.ts";

type Events = ResponseOf<"storageEvents.list">;

/** The functions return a list for every kind of event; the list is empty if there are no events. */
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
 * Stores storage events and returns all stored events. An array that you pass replaces the stored array, an empty array clears
 * it, and an omitted array is unchanged. Levels are integers; pass a level above 2^53 as a bigint or decimal text.
 *
 * This is the only function that changes the platform. Every call sends its own request. A preview sends none: it reads the
 * events and returns the expected result.
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

/** The expected result of a call in a preview. */
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
