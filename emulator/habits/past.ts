import type { Clock } from "../clock/clock.ts";
import type { Collection, Lens } from "../store/collection.ts";
import type { Store } from "../store/store.ts";
import type { Habits } from "./habits.ts";

/** A record as it was before a recent write. */
interface Earlier {
  /** Undefined when the write created the record. */
  readonly record: unknown;
  /** Time of the latest write. */
  at: number;
  /** Reads since the latest write that have touched the record. */
  reads: number;
}

/** Collections whose reads can show the past. Tasks are not among them: what a task changes is. */
const watched = ["ruleTemplates", "clusters", "reservations", "apps", "appTemplates", "secrets", "thresholds"] as const;

/**
 * What reads show after a write: the earlier record for a number of reads or a time, in lists only or everywhere
 * (behaviors `staleReads`, `staleSeconds`, `staleOrder`, `listDelay`). Kept in memory: after a restart every read is current.
 */
export class Past {
  readonly #habits: Habits;
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #earlier = new Map<string, Map<string, Earlier>>();

  constructor(habits: Habits, clock: Clock, store: Store) {
    this.#habits = habits;
    this.#clock = clock;
    this.#store = store;
    for (const collection of this.#collections()) {
      const { name } = collection.options;
      collection.beforeWrite = (id, current) => {
        if (this.#isOn) this.#remember(name, id, current);
      };
    }
  }

  /** Runs a request that reads: each record is touched once, however often its handler looks it up. */
  reading<Result>(handle: () => Result): Result {
    if (!this.#isOn) return handle();
    const seen = this.#collections().filter(({ options }) => this.#earlier.has(options.name));
    for (const collection of seen)
      collection.lens = this.#lens(this.#earlier.get(collection.options.name) ?? new Map());
    try {
      return handle();
    } finally {
      for (const collection of seen) collection.lens = undefined;
    }
  }

  /** Forgets earlier records: of one, whose change is not a client's, or all. */
  clear(collection?: string, id?: string): void {
    if (collection === undefined || id === undefined) this.#earlier.clear();
    else this.#earlier.get(collection)?.delete(id);
  }

  get #isOn(): boolean {
    const { staleReads, staleSeconds, listDelay } = this.#habits.values;
    return staleReads > 0 || staleSeconds > 0 || listDelay > 0;
  }

  #collections(): Collection[] {
    return watched.map((name) => this.#store[name] as Collection);
  }

  /** Of two writes in one span of stale reads, the record before the first one is shown. */
  #remember(name: string, id: string, current: () => unknown): void {
    const records = this.#earlier.get(name) ?? new Map<string, Earlier>();
    this.#earlier.set(name, records);
    const known = records.get(id);
    const isShown = known !== undefined && (this.#isStale(known, false) || this.#isStale(known, true));
    records.set(id, { record: isShown ? known.record : current(), at: this.#clock.now(), reads: 0 });
  }

  #isStale({ at, reads }: Earlier, isListed: boolean): boolean {
    const { staleReads, staleSeconds, listDelay } = this.#habits.values;
    const seconds = (this.#clock.now() - at) / 1000;
    return reads < staleReads || seconds < staleSeconds || (isListed && seconds < listDelay);
  }

  #lens(records: ReadonlyMap<string, Earlier>): Lens<unknown> {
    const touched = new Set<string>();
    return {
      deletedIds: () => [...records.keys()],
      shown: (id, current, isListed) => {
        const earlier = records.get(id);
        if (earlier === undefined) return current;
        const isStale = this.#isStale(earlier, isListed);
        // Alternately: the first read shows the past, the second one the present.
        const isPast = isStale && (this.#habits.values.staleOrder === "past" || earlier.reads % 2 === 0);
        if (!touched.has(id)) {
          touched.add(id);
          queueMicrotask(() => earlier.reads++);
        }
        return isPast ? earlier.record : current;
      },
    };
  }
}
