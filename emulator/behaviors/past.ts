import type { Clock } from "../clock/clock.ts";
import type { Collection, Lens } from "../store/collection.ts";
import type { Store } from "../store/store.ts";
import type { Behaviors } from "./behaviors.ts";

/** A record as it was before a recent write. */
interface Earlier {
  /** Undefined if the write created the record. */
  readonly record: unknown;
  /** Time of the latest write. */
  at: number;
  /** Number of reads that have touched the record since the latest write. */
  reads: number;
}

/** Collections whose reads may be stale. Tasks are not listed; the records that a task changes are. */
const watched = ["ruleTemplates", "clusters", "reservations", "apps", "appTemplates", "secrets", "thresholds"] as const;

/**
 * Simulates stale reads after a write: the earlier record is shown for a number of reads or a time, in lists only or everywhere
 * (behaviors `staleReads`, `staleSeconds`, `staleOrder`, `listDelay`). Kept in memory, so every read is current after a restart.
 */
export class Past {
  readonly #behaviors: Behaviors;
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #earlier = new Map<string, Map<string, Earlier>>();

  constructor(behaviors: Behaviors, clock: Clock, store: Store) {
    this.#behaviors = behaviors;
    this.#clock = clock;
    this.#store = store;
    for (const collection of this.#collections()) {
      const { name } = collection.options;
      collection.beforeWrite = (id, current) => {
        if (this.#isOn) this.#remember(name, id, current);
      };
    }
  }

  /** Runs a reading request. Each record counts as read once, however often the handler reads it. */
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

  /** Forgets earlier records: one that was changed outside the API, or all. */
  clear(collection?: string, id?: string): void {
    if (collection === undefined || id === undefined) this.#earlier.clear();
    else this.#earlier.get(collection)?.delete(id);
  }

  get #isOn(): boolean {
    const { staleReads, staleSeconds, listDelay } = this.#behaviors.values;
    return staleReads > 0 || staleSeconds > 0 || listDelay > 0;
  }

  #collections(): Collection[] {
    return watched.map((name) => this.#store[name] as Collection);
  }

  /** If a record is written again while its reads are stale, the record before the first write is shown. */
  #remember(name: string, id: string, current: () => unknown): void {
    const records = this.#earlier.get(name) ?? new Map<string, Earlier>();
    this.#earlier.set(name, records);
    const known = records.get(id);
    const isShown = known !== undefined && (this.#isStale(known, false) || this.#isStale(known, true));
    records.set(id, { record: isShown ? known.record : current(), at: this.#clock.now(), reads: 0 });
  }

  #isStale({ at, reads }: Earlier, isListed: boolean): boolean {
    const { staleReads, staleSeconds, listDelay } = this.#behaviors.values;
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
        // Alternates: the first read shows the past record, the second the current one.
        const isPast = isStale && (this.#behaviors.values.staleOrder === "past" || earlier.reads % 2 === 0);
        if (!touched.has(id)) {
          touched.add(id);
          queueMicrotask(() => earlier.reads++);
        }
        return isPast ? earlier.record : current;
      },
    };
  }
}
