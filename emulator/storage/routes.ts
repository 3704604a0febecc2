/** Events for storages that reach a level: stored records and routes. */
import { storageEventNames } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { conflict, notFound } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { sameStorage, toResponse, toStored } from "./event.ts";
import type { EventKind, StoredEvent } from "./records.ts";

/** Events for storages that reach a level. platform-api §6, §4 #13, companion §6.1. */
export const storageEvents: HandlersOf<"storageEvents"> = {
  // An array in the request replaces the stored one; a request without a body reads (open points).
  "storageEvents.upsert": ({ body }, platform) => {
    for (const kind of storageEventNames) {
      const sent: Parameters<typeof toStored>[1][] | undefined = body?.[kind];
      if (sent !== undefined)
        save(
          platform,
          kind,
          sent.map((event) => toStored(kind, event)),
        );
    }
    return allEvents(platform);
  },

  "storageEvents.list": (_, platform) => allEvents(platform),

  "storageEvents.create": ({ body: { name, ...sent } }, platform) => {
    const event = toStored(name, sent);
    const current = eventsOf(platform, name);
    if (current.some((other) => sameStorage(event, other)))
      throw conflict(`An event ${name} of this storage already exists.`);
    save(platform, name, [...current, event]);
    return { name, ...toResponse(name, event) };
  },

  "storageEvents.replace": ({ body: { name, ...sent } }, platform) => {
    const event = toStored(name, sent);
    const { current, index } = locate(platform, name, event);
    save(platform, name, current.with(index, event));
  },

  "storageEvents.delete": ({ body: { name, ...sent } }, platform) => {
    const { current, index } = locate(platform, name, toStored(name, sent));
    save(platform, name, current.toSpliced(index, 1));
  },
};

function allEvents(platform: Platform) {
  const entries = storageEventNames.map((kind) => [
    kind,
    eventsOf(platform, kind).map((event) => toResponse(kind, event)),
  ]);
  return Object.fromEntries(entries);
}

function eventsOf({ store }: Platform, kind: EventKind): StoredEvent[] {
  return store.storageEvents.get(kind)?.events ?? [];
}

function save({ store }: Platform, kind: EventKind, events: StoredEvent[]): void {
  store.storageEvents.put(kind, { kind, events });
}

function locate(platform: Platform, kind: EventKind, event: StoredEvent) {
  const current = eventsOf(platform, kind);
  const index = current.findIndex((other) => sameStorage(event, other));
  if (index < 0) throw notFound(`An event ${kind} of this storage`);
  return { current, index };
}
