import { setFlagsFromString } from "node:v8";
import { loadTransport } from "../client/transport.ts";

/** Answered requests of the engine after which a process may hold many resources. */
const manyRequests = 10;

let answered = 0;

/**
 * Keeps the memory of a provider's process near to what it uses, from the tenth answer to the engine on. V8 lets the garbage of
 * requests fill a young generation of 64 MiB, and doubles the old one before it collects that: 160 MiB for 2,000 resources. With
 * these flags the young generation stays as it is, and the old one grows by 30 %, for the same processor time (`bench/memory`).
 *
 * V8 reads both flags at each collection. It takes compiled modules from a cache only under the flags of the start, so what the
 * first request to the platform uses is loaded before. After a hundred answers the young generation has grown already.
 */
export async function keepHeapSmall(): Promise<void> {
  answered++;
  if (answered !== manyRequests) return;
  // What is wrong with it, the first request says.
  await loadTransport().catch(() => undefined);
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
}
