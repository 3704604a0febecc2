interface Timer {
  at: number;
  order: number;
  run: () => void;
}

/**
 * Replaces the timers and `performance.now` of this thread with a clock that jumps from timer to timer, so that hours of waiting
 * take seconds. Returns a function that advances it.
 */
export function useVirtualClock(): (ms: number) => Promise<void> {
  const timers = new Map<number, Timer>();
  const realImmediate = setImmediate;
  const settled = () => new Promise<void>((resolve) => realImmediate(resolve));
  let now = 0;
  let lastId = 0;
  const set = (run: () => void, ms = 0) => {
    timers.set(++lastId, { at: now + Math.max(1, ms), order: lastId, run });
    return lastId;
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: (id: number | undefined) => void timers.delete(id ?? 0) });
  performance.now = () => now;
  const earliest = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers.values())
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  };
  return async (ms) => {
    const until = now + ms;
    // Code that was started earlier may set timers.
    await settled();
    for (let timer = earliest(until); timer !== undefined; timer = earliest(until)) {
      timers.delete(timer.order);
      now = timer.at;
      timer.run();
      // Everything that follows from this timer happens before the next.
      await settled();
    }
    now = until;
  };
}
