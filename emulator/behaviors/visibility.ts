import type { Clock } from "../clock/clock.ts";
import type { Behaviors } from "./behaviors.ts";

const untilItsTaskEnds = Number.POSITIVE_INFINITY;

/**
 * Created records that get and list do not return yet (behaviors `visibilityDelay` and `clusterAfterTask`). Kept in memory, so every
 * record is visible after a restart.
 */
export class Visibility {
  readonly #behaviors: Behaviors;
  readonly #clock: Clock;
  readonly #visibleAt = new Map<string, number>();

  constructor(behaviors: Behaviors, clock: Clock) {
    this.#behaviors = behaviors;
    this.#clock = clock;
  }

  /** Registers a record that was just created. */
  created(collection: string, id: string | number): void {
    const { clusterAfterTask, visibilityDelay } = this.#behaviors.values;
    const delay = collection === "clusters" && clusterAfterTask > 0 ? untilItsTaskEnds : visibilityDelay * 1000;
    if (delay > 0) this.#visibleAt.set(`${collection} ${id}`, this.#clock.now() + delay);
  }

  /** Registers a finished creation of a cluster, which becomes visible only later (behavior `clusterAfterTask`). */
  provisioned(id: string): void {
    const { clusterAfterTask } = this.#behaviors.values;
    if (clusterAfterTask > 0) this.#visibleAt.set(`clusters ${id}`, this.#clock.now() + clusterAfterTask * 1000);
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
