import { readFileSync } from "node:fs";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import { notificationOf } from "../quotas/usage.ts";
import { PlatformError } from "../server/errors.ts";
import { scheduleStreamTimers } from "../streaming/timers.ts";
import { loadRecords, parseSeed } from "./schema.ts";

const defaultSeedFile = new URL("default.json", import.meta.url);

/** Reads the initial records from a file, or from the built-in seed. `seed` replaces some collections. */
export function readSeed(platform: Platform, { seedFile, seed }: Pick<EmulatorOptions, "seedFile" | "seed">) {
  const name = seedFile === undefined ? "The built-in seed" : `Seed "${seedFile}"`;
  return parseSeed(platform, { ...readJson(seedFile), ...seed }, seed === undefined ? name : "The seed");
}

/** Initial records and behaviors of a platform. */
export type Seed = ReturnType<typeof readSeed>;

export function applySeed(platform: Platform, seed: Seed): void {
  const { store } = platform;
  platform.database.write(() => {
    loadRecords(store, seed);
    forgetMissingSecrets(store);
    for (const stream of store.streams.all()) scheduleStreamTimers(platform, stream);
    // A seeded notification without a message gets the current quotas.
    for (const threshold of store.thresholds.all())
      if (threshold.last_sending && !threshold.last_message)
        store.thresholds.put(threshold.client_id, { ...threshold, last_message: notificationOf(platform) });
  });
}

/**
 * Removes what apps name of secrets that the seed does not have, as where it replaces the built-in ones alone: a new secret would
 * get such an id, and could not be deleted.
 */
function forgetMissingSecrets({ apps, secrets }: Platform["store"]): void {
  for (const app of apps.all()) {
    const all = Object.entries(app.secrets);
    const existing = all.filter(([, id]) => secrets.get(id) !== undefined);
    if (existing.length < all.length) apps.put(app.id, { ...app, secrets: Object.fromEntries(existing) });
  }
}

/** The built-in seed, read at each start and each reset. It is never modified. */
let builtIn: object | undefined;

function readJson(file: string | undefined): object {
  if (file === undefined) {
    builtIn ??= parsedFile(defaultSeedFile);
    return builtIn;
  }
  return parsedFile(file);
}

function parsedFile(file: string | URL): object {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlatformError(400, `Seed "${file}" cannot be read: ${reason}`);
  }
}
