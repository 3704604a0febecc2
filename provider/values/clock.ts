/** A timer that was set on a clock. */
export interface Timer {
  /** Lets the process end although the timer is pending. */
  unref(): unknown;
}

/** Time and chance. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  monotonic(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  /** At least 0 and less than 1. */
  random(): number;
}

const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  random: () => Math.random(),
};

let current = systemClock;

/**
 * The clock of this process. Everything in the provider and the emulator that waits, measures or chooses at random uses it, so
 * that tests and simulations can control time and chance. Time limits of connections are undici's and Node's own.
 * @internal
 */
export const clock: Clock = {
  now: () => current.now(),
  monotonic: () => current.monotonic(),
  setTimeout: (run, ms) => current.setTimeout(run, ms),
  clearTimeout: (timer) => current.clearTimeout(timer),
  random: () => current.random(),
};

/**
 * Replaces the clock of this process; undefined restores the system's. Returns the previous clock.
 * @internal
 */
export function useClock(replacement: Clock | undefined): Clock {
  const before = current;
  current = replacement ?? systemClock;
  return before;
}
