import type { Stream } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";
import type { StoredStream, StreamServer } from "./records.ts";

/** A stream stays live for 3 to 10 seconds after its signal stops (platform-api §3.1). */
const signalTimeoutMs = 5000;

/** A stream as the API returns it. */
export function streamResponse({ signal: _signal, signal_until: _until, ...shown }: StoredStream): Stream {
  const { id, created_at, html_overlays } = shown;
  return {
    ...shown,
    html_overlays: html_overlays?.map((overlay, index) => ({ ...overlayOf(id, created_at, index), ...overlay })),
  };
}

/** Read-only fields of an overlay. */
function overlayOf(streamId: number, createdAt: string | null | undefined, index: number) {
  return { id: streamId * 100 + index, stream_id: streamId, created_at: createdAt, updated_at: createdAt };
}

/** Starts or stops the signal of a server. */
export function setSignal(
  platform: Platform,
  current: StoredStream,
  server: StreamServer,
  arrives: boolean,
): StoredStream {
  const { clock, store, timers } = platform;
  if (server === "backup" && current.pull)
    throw new PlatformError(400, `Stream ${current.id} is pulled, and only pushed streams have a backup.`);
  if (arrives && !current.active)
    throw new PlatformError(409, `Stream ${current.id} is not active, so nothing can be pushed to it.`);
  const changed = { ...current, signal: { ...current.signal, [server]: arrives } };
  if (arrives) return startStream(platform, changed, server);
  store.streams.put(changed.id, changed);
  timers.set(clock.now() + signalTimeoutMs, `stream.${server}-gone`, String(changed.id));
  return changed;
}

function startStream({ clock, store }: Platform, stream: StoredStream, server: StreamServer): StoredStream {
  const now = clock.toIso();
  const live =
    server === "primary" ? { live: true, started_at_primary: now } : { backup_live: true, started_at_backup: now };
  const onAir = { ...stream, ...live };
  store.streams.put(onAir.id, onAir);
  return onAir;
}
