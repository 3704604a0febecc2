import type { Platform } from "../platform.ts";
import type { StoredStream } from "./records.ts";
import { setSignal } from "./stream.ts";

/** A pulled stream that is not live for this long is deactivated (platform-api §3.1). */
const inactivityMs = 24 * 3600 * 1000;

/** Schedules the timers of a stream: end of its signal, deactivation. */
export function scheduleStreamTimers(platform: Platform, stream: StoredStream): void {
  if (stream.signal_until !== undefined)
    platform.timers.set(Date.parse(stream.signal_until), "stream.signal-ends", String(stream.id));
  scheduleInactivity(platform, stream);
}

/** Schedules the deactivation of a pulled stream that is not live. */
function scheduleInactivity({ timers }: Platform, { id, active, pull, live, ...rest }: StoredStream): void {
  if (!active || !pull || live === true) return;
  const since = Date.parse(rest.finished_at_primary ?? rest.created_at ?? "");
  if (Number.isFinite(since)) timers.set(since + inactivityMs, "stream.inactive", String(id));
}

/** Registers the scheduled events of streams. platform-api §3.1. */
export function registerStreamTimers(platform: Platform): void {
  const { clock, store, timers } = platform;
  timers.on("stream.signal-ends", (id) => {
    const current = store.streams.get(id);
    if (current !== undefined) setSignal(platform, current, "primary", false);
  });
  timers.on("stream.primary-gone", (id) => {
    const current = store.streams.get(id);
    if (current === undefined || current.signal.primary || current.live !== true) return;
    // A pushed backup is already live and takes over.
    const ended = { ...current, live: false, finished_at_primary: clock.toIso() };
    store.streams.put(id, ended);
    scheduleInactivity(platform, ended);
  });
  timers.on("stream.backup-gone", (id) => {
    const current = store.streams.get(id);
    if (current !== undefined && !current.signal.backup) store.streams.put(id, { ...current, backup_live: false });
  });
  timers.on("stream.inactive", (id) => {
    const current = store.streams.get(id);
    if (current === undefined || !current.pull || current.live === true) return;
    const since = Date.parse(current.finished_at_primary ?? current.created_at ?? "");
    if (since + inactivityMs <= clock.now()) store.streams.put(id, { ...current, active: false });
  });
}
