import { setFlagsFromString } from "node:v8";

/** Answered requests of the engine after which a process has loaded what it uses, and may hold many resources. */
const manyRequests = 100;

let answered = 0;

/**
 * Keeps the memory of a provider's process near to what it uses, from the hundredth answer to the engine on. V8 lets the garbage of
 * requests fill a young generation of 64 MiB, and doubles the old one before it collects that: 160 MiB for 2,000 resources. With
 * these flags the young generation stays as it is, and the old one grows by 30 %, for the same processor time (`bench/memory`).
 *
 * V8 reads both flags at each collection. It takes compiled modules from a cache only under the flags of the start, so they are not
 * set before the first request to the platform has loaded undici and modules of Node.
 */
export function keepHeapSmall(): void {
  answered++;
  if (answered !== manyRequests) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
}
