import { randomSequence } from "../../emulator/faults/random.ts";
import { scopeOf } from "../../provider/client/operation-scope.ts";
import { Gate } from "../../provider/client/rate-gate.ts";

const endless = scopeOf("the test");

/** A platform's rate limit. */
export interface Limit {
  perSecond: number;
  /** `bucket` refills continuously; `window` counts the requests of each calendar second. */
  kind: "bucket" | "window";
  /** Value of the `Retry-After` header of a 429. */
  retryAfter: string | undefined;
}

interface Simulated {
  /** When each process finished, ascending. */
  seconds: number[];
  /** Requests that the client gave up. */
  failed: number;
  served: number;
  /** Responses with 429. */
  refusals: number;
}

/** Parallel requests of a process, as the engine sends on four cores. */
const parallel = 16;

/**
 * Simulates processes that share a platform's rate limit, each with its own gate, in virtual time. A request retries as in the
 * client: until the gate gives up.
 */
export async function simulated(given: {
  processes: number;
  requests: number;
  limit: Limit;
  seed: number;
  /** Programs that each process's machine runs one after the other, each with a new gate. Default 1. */
  stacks?: number;
  /** Advances the virtual clock. */
  advance: (ms: number) => Promise<unknown>;
}): Promise<Simulated> {
  const random = randomSequence(given.seed);
  const platform = limitedPlatform(given.limit, random);
  const result: Simulated = { seconds: [], failed: 0, served: 0, refusals: 0 };
  const started = performance.now();
  const stack = async () => {
    const gate = new Gate(random);
    const call = async () => {
      const turn = gate.newTurn();
      while ((await gate.pass(turn, platform, endless)).status === 429) {
        result.refusals++;
        if (gate.pauseMs() === undefined) return void result.failed++;
      }
      result.served++;
    };
    let left = given.requests;
    const lane = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: parallel }, lane));
  };
  const process = async () => {
    for (let count = 0; count < (given.stacks ?? 1); count++) await stack();
    result.seconds.push((performance.now() - started) / 1000);
  };
  const all = Promise.all(Array.from({ length: given.processes }, process));
  // Stop after one day of virtual time.
  for (let minute = 0; minute < 24 * 60 && result.seconds.length < given.processes; minute++)
    await given.advance(60_000);
  await all;
  return result;
}

function limitedPlatform({ perSecond, kind, retryAfter }: Limit, random: () => number) {
  let tokens = perSecond;
  let filledAt = performance.now();
  const refill = () => {
    const now = performance.now();
    if (kind === "bucket") tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond);
    else if (Math.floor(now / 1000) > Math.floor(filledAt / 1000)) tokens = perSecond;
    filledAt = now;
  };
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 20 + 40 * random()));
    refill();
    const isServed = tokens >= 1;
    if (isServed) tokens--;
    return { status: isServed ? 201 : 429, header: () => (isServed ? undefined : retryAfter) };
  };
}
