import type { Clock } from "../clock/clock.ts";
import type { Habits } from "./habits.ts";

/**
 * What was created and is not yet found by get and list (habit `visibilityDelay`). Nothing is noted while the delay is
 * 0. It belongs to the running process: after a restart all is visible.
 */
export class Visibility {
  readonly #habits: Habits;
  readonly #clock: Clock;
  readonly #visibleAt = new Map<string, number>();

  constructor(habits: Habits, clock: Clock) {
    this.#habits = habits;
    this.#clock = clock;
  }

  /** Notes that a record of a collection was created just now. */
  created(collection: string, id: string | number): void {
    const { visibilityDelay } = this.#habits.values;
    if (visibilityDelay > 0) this.#visibleAt.set(`${collection} ${id}`, this.#clock.now() + visibilityDelay * 1000);
  }

  sees(collection: string, id: string | number): boolean {
    if (this.#visibleAt.size === 0) return true;
    const key = `${collection} ${id}`;
    const visibleAt = this.#visibleAt.get(key);
    if (visibleAt === undefined) return true;
    if (visibleAt > this.#clock.now()) return false;
    this.#visibleAt.delete(key);
    return true;
  }

  /** Whether all records are visible, so that a list may be read page by page. */
  get seesAll(): boolean {
    return this.#visibleAt.size === 0;
  }

  clear(): void {
    this.#visibleAt.clear();
  }
}
