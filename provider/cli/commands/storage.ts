import { getEvents, type StorageEventsResult, upsertEvents } from "../../functions/storage.ts";
import { command } from "../lookup-command.ts";
import { listView } from "../view.ts";

export const storageCommands = [
  command("events", getEvents, { example: "storage events", view: eventsView }),
  command("upsert", upsertEvents, {
    example: "storage upsert --reaching-used-space bucketName=media,storageName=eu,bytes=5000000000",
    view: eventsView,
  }),
];

interface LeveledEvent {
  count?: string | number | null;
  bytes?: string | number | null;
  bucketName?: string | null;
  storageName?: string | null;
  uuid?: string | null;
}

function eventsView(events: StorageEventsResult) {
  const of = (kind: string, list: readonly LeveledEvent[]) =>
    list.map((event) => ({ kind, level: event.bytes ?? event.count, ...event }));
  const rows = [
    ...of("files", events.reachingFilesQuantity),
    ...of("requests", events.reachingUsedRequests),
    ...of("space (bytes)", events.reachingUsedSpace),
    ...of("traffic (bytes)", events.reachingUsedTraffic),
  ];
  return listView(
    [
      ["REACHING", (row) => row.kind],
      ["LEVEL", (row) => row.level],
      ["BUCKET", (row) => row.bucketName],
      ["STORAGE", (row) => row.storageName],
      ["UUID", (row) => row.uuid],
    ],
    rows,
  );
}
