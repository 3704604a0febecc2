import type { Platform } from "../platform.ts";
import { keyOf } from "./records.ts";
import { newestPatch } from "./versions.ts";

const timer = "kubernetes.patch-upgrades";
const dayMs = 24 * 3600 * 1000;
const upgradeTimeMs = 3 * 3600 * 1000;

/** Sets the timer for the next upgrade, or clears it (behavior `patchUpgrades`). */
export function schedulePatchUpgrades({ clock, behaviors, timers }: Platform): void {
  timers.clear(timer, "");
  if (behaviors.values.patchUpgrades === "nightly") timers.set(nextNight(clock.now()), timer, "");
}

/** Registers the nightly upgrade of unlocked clusters to the latest patch of their minor version. */
export function registerPatchUpgrades({ behaviors, clock, store, timers }: Platform): void {
  timers.on(timer, () => {
    if (behaviors.values.patchUpgrades !== "nightly") return;
    timers.set(nextNight(clock.now()), timer, "");
    for (const cluster of store.clusters.all()) {
      const version = newestPatch(cluster.version);
      if (cluster.status !== "Provisioned" || cluster.task_id || version === undefined) continue;
      store.clusters.put(keyOf(cluster), { ...cluster, version });
    }
  });
}

/** The next 03:00 UTC after a time. */
function nextNight(now: number): number {
  return Math.floor((now - upgradeTimeMs) / dayMs + 1) * dayMs + upgradeTimeMs;
}
