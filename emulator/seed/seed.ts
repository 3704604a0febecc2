import { readFileSync } from "node:fs";
import type { Platform } from "../platform.ts";
import { messageOf } from "../quotas/usage.ts";
import { PlatformError } from "../server/errors.ts";
import { watchStream } from "../streaming/timers.ts";
import { fill, parseSeed } from "./schema.ts";

const ownFile = new URL("default.json", import.meta.url);

/** What a platform has to show from the first start: a file, or the emulator's own seed. */
export function readSeed(platform: Platform, file: string | undefined) {
  return parseSeed(platform, readJson(file), file === undefined ? "The emulator's own seed" : `Seed "${file}"`);
}

export function plantSeed(platform: Platform, seed: ReturnType<typeof readSeed>): void {
  const { store } = platform;
  platform.database.write(() => {
    fill(store, seed);
    for (const stream of store.streams.all()) watchStream(platform, stream);
    // A warning that was sent says what the quotas were: here, what they are.
    for (const threshold of store.thresholds.all())
      if (threshold.last_sending && !threshold.last_message)
        store.thresholds.put(threshold.client_id, { ...threshold, last_message: messageOf(platform) });
  });
}

function readJson(file: string | undefined): unknown {
  try {
    return JSON.parse(readFileSync(file ?? ownFile, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlatformError(400, `Seed "${file ?? ownFile.pathname}" cannot be read: ${reason}`);
  }
}
