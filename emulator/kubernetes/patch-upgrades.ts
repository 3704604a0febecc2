import type { Platform } from "../platform.ts";
import { keyOf } from "./records.ts";
import { newestPatch } from "./versions.ts";

const timer = "kubernetes.patch-upgrades";
const dayMs = 24 * 3600 * 1000;
const atMs = 3 * 3600 * 1000;

/** Sets the clock for the next night, or clears it (habit `patchUpgrades`). */
export function setPatchUpgrades({ clock, habits, timers }: Platform): void {
  timers.clear(timer, "");
  if (habits.values.patchUpgrades === "nightly") timers.set(nextNight(clock.now()), timer, "");
}

/** Each night the platform moves clusters that no task holds to the newest patch of their minor version. */
export function registerPatchUpgrades({ habits, store, timers }: Platform): void {
  timers.on(timer, (_, at) => {
    if (habits.values.patchUpgrades !== "nightly") return;
    timers.set(nextNight(at), timer, "");
    for (const cluster of store.clusters.all()) {
      const version = newestPatch(cluster.version);
      if (cluster.status !== "Provisioned" || cluster.task_id || version === undefined) continue;
      store.clusters.put(keyOf(cluster), { ...cluster, version });
    }
  });
}

/** The next 03:00 UTC after a time. */
function nextNight(now: number): number {
  return Math.floor((now - atMs) / dayMs + 1) * dayMs + atMs;
}
