import { type Stream, stream } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";

/** A stream as it is kept, with whether a signal arrives at its servers. */
export const storedStream = stream.extend({
  signal: z
    .strictObject({ primary: z.boolean().default(false), backup: z.boolean().default(false) })
    .prefault({})
    .describe("Where a signal arrives now."),
  signal_until: z.string().optional().describe("Moment at which the main server's signal stops."),
});

export type StoredStream = z.output<typeof storedStream>;

/** A stream that has stopped arriving is waited for 3 to 10 seconds (platform-api §3.1). */
const patienceMs = 5000;
/** A pulled stream that is not live for so long is switched off (platform-api §3.1). */
const inactivityMs = 24 * 3600 * 1000;

/** As the platform shows it. */
export function shownStream({ signal: _signal, signal_until: _until, ...shown }: StoredStream): Stream {
  const { id, created_at, html_overlays } = shown;
  return {
    ...shown,
    html_overlays: html_overlays?.map((overlay, index) => ({ ...overlayOf(id, created_at, index), ...overlay })),
  };
}

/** What an overlay always says of itself. */
function overlayOf(streamId: number, createdAt: string | null | undefined, index: number) {
  return { id: streamId * 100 + index, stream_id: streamId, created_at: createdAt, updated_at: createdAt };
}

export type StreamServer = keyof StoredStream["signal"];

/** A signal begins to arrive, or stops. */
export function setSignal(
  platform: Platform,
  current: StoredStream,
  server: StreamServer,
  arrives: boolean,
  at = platform.clock.now(),
): StoredStream {
  const { store, timers } = platform;
  if (server === "backup" && current.pull)
    throw new PlatformError(400, `Stream ${current.id} is pulled, and only pushed streams have a backup.`);
  if (arrives && !current.active)
    throw new PlatformError(409, `Stream ${current.id} is not active, so nothing can be pushed to it.`);
  const changed = { ...current, signal: { ...current.signal, [server]: arrives } };
  if (arrives) return started(platform, changed, server);
  store.streams.put(changed.id, changed);
  timers.set(at + patienceMs, `stream.${server}-gone`, String(changed.id));
  return changed;
}

function started({ clock, store }: Platform, stream: StoredStream, server: StreamServer): StoredStream {
  const now = clock.iso();
  const live =
    server === "primary" ? { live: true, started_at_primary: now } : { backup_live: true, started_at_backup: now };
  const onAir = { ...stream, ...live };
  store.streams.put(onAir.id, onAir);
  return onAir;
}

/** Sets the clock for what is known of a stream's future. */
export function watchStream(platform: Platform, stream: StoredStream): void {
  if (stream.signal_until !== undefined)
    platform.timers.set(Date.parse(stream.signal_until), "stream.signal-ends", String(stream.id));
  watchInactivity(platform, stream);
}

/** Sets the clock for a pulled stream that is not live. */
function watchInactivity({ timers }: Platform, { id, active, pull, live, ...rest }: StoredStream): void {
  if (!active || !pull || live === true) return;
  const since = Date.parse(rest.finished_at_primary ?? rest.created_at ?? "");
  if (Number.isFinite(since)) timers.set(since + inactivityMs, "stream.inactive", String(id));
}

/** What happens to streams by itself. platform-api §3.1. */
export function nameStreamTimers(platform: Platform): void {
  const { clock, store, timers } = platform;
  timers.on("stream.signal-ends", (id, at) => {
    const current = store.streams.get(id);
    if (current !== undefined) setSignal(platform, current, "primary", false, at);
  });
  timers.on("stream.primary-gone", (id, at) => {
    const current = store.streams.get(id);
    if (current === undefined || current.signal.primary || current.live !== true) return;
    // While the backup is pushed, it is live already and takes over.
    const ended = { ...current, live: false, finished_at_primary: clock.iso(at) };
    store.streams.put(id, ended);
    watchInactivity(platform, ended);
  });
  timers.on("stream.backup-gone", (id) => {
    const current = store.streams.get(id);
    if (current !== undefined && !current.signal.backup) store.streams.put(id, { ...current, backup_live: false });
  });
  timers.on("stream.inactive", (id, at) => {
    const current = store.streams.get(id);
    if (current === undefined || !current.pull || current.live === true) return;
    const since = Date.parse(current.finished_at_primary ?? current.created_at ?? "");
    if (since + inactivityMs <= at) store.streams.put(id, { ...current, active: false });
  });
}
