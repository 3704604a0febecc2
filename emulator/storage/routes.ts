import { storageEventNames } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { conflict, notFound } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { sameStorage, toShown, toStored } from "./event.ts";
import type { EventKind, StoredEvent } from "./records.ts";

/** Events about storages that reach a level. platform-api §6, §4 #13, companion §6.1. */
export const storageEvents: HandlersOf<"storageEvents"> = {
  // An array that is sent replaces the stored one; no body reads (open points).
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
    return all(platform);
  },

  "storageEvents.list": (_, platform) => all(platform),

  "storageEvents.create": ({ body: { name, ...sent } }, platform) => {
    const event = toStored(name, sent);
    const current = eventsOf(platform, name);
    if (current.some((other) => sameStorage(event, other)))
      throw conflict(`An event ${name} of this storage already exists.`);
    save(platform, name, [...current, event]);
    return { name, ...toShown(name, event) };
  },

  "storageEvents.replace": ({ body: { name, ...sent } }, platform) => {
    const event = toStored(name, sent);
    const { current, index } = located(platform, name, event);
    save(platform, name, current.with(index, event));
  },

  "storageEvents.delete": ({ body: { name, ...sent } }, platform) => {
    const { current, index } = located(platform, name, toStored(name, sent));
    save(platform, name, current.toSpliced(index, 1));
  },
};

function all(platform: Platform) {
  const entries = storageEventNames.map((kind) => [
    kind,
    eventsOf(platform, kind).map((event) => toShown(kind, event)),
  ]);
  return Object.fromEntries(entries);
}

function eventsOf({ store }: Platform, kind: EventKind): StoredEvent[] {
  return store.storageEvents.get(kind)?.events ?? [];
}

function save({ store }: Platform, kind: EventKind, events: StoredEvent[]): void {
  store.storageEvents.put(kind, { kind, events });
}

function located(platform: Platform, kind: EventKind, event: StoredEvent) {
  const current = eventsOf(platform, kind);
  const index = current.findIndex((other) => sameStorage(event, other));
  if (index < 0) throw notFound(`An event ${kind} of this storage`);
  return { current, index };
}
