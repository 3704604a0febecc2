import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { loadTransport } from "../client/transport.ts";

/** Answered requests of the engine after which a process holds many resources. */
const manyRequests = 100;

/** Bytes of the young generation of such a process. */
const youngBytes = 16 * 2 ** 20;

let answered = 0;
let isYoungGrowing = false;

/**
 * Keeps the memory of a provider's process near to what it uses, from the hundredth answer to the engine on. The modules that Pulumi's
 * SDK loads at its start make V8's young generation grow to 64 MiB, which the garbage of requests fills then, and V8 doubles the old
 * one before it collects that. One thorough collection gives back what the start has taken; then the young generation grows to 16 MiB,
 * and the old one by 30 % at a time (`bench/memory`).
 *
 * V8 reads the flags at each collection. It takes compiled modules from a cache only under the flags of the start, so what the first
 * request to the platform uses is loaded before.
 */
export async function keepHeapSmall(): Promise<void> {
  answered++;
  if (answered === manyRequests) {
    // What is wrong with it, the first request says.
    await loadTransport().catch(() => undefined);
    setFlagsFromString("--heap-growing-percent=30");
    collectAll();
    isYoungGrowing = true;
  }
  if (!isYoungGrowing || youngGeneration() < youngBytes) return;
  isYoungGrowing = false;
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Bytes. */
function youngGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}

/** No other collection makes the young generation smaller. It takes a tenth of a second. */
function collectAll(): void {
  setFlagsFromString("--expose-gc");
  const collect: ((options: object) => void) | undefined = runInNewContext("globalThis.gc");
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major", flavor: "last-resort" });
}
