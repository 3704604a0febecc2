import type { Clock } from "../clock/clock.ts";
import type { Habits } from "./habits.ts";

/**
 * Created records that get and list do not return yet (habit `visibilityDelay`). Kept in memory: after a restart every
 * record is visible.
 */
export class Visibility {
  readonly #habits: Habits;
  readonly #clock: Clock;
  readonly #visibleAt = new Map<string, number>();

  constructor(habits: Habits, clock: Clock) {
    this.#habits = habits;
    this.#clock = clock;
  }

  /** Registers a record that was just created. */
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

  /** Whether all records are visible, so that a list can be read page by page from the store. */
  get seesAll(): boolean {
    return this.#visibleAt.size === 0;
  }

  clear(): void {
    this.#visibleAt.clear();
  }
}
