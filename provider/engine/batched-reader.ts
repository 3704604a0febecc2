import type { WholeList } from "../client/index.ts";

/** How objects of one kind are read. */
export interface Source<Id extends string | number, T> {
  /** One object; undefined when it is gone. */
  get(id: Id): Promise<T | undefined>;
  /** All of them. */
  list(): Promise<WholeList<T>>;
  idOf(one: T): Id;
}

/** A list by id, and what could not be read of it. */
interface Snapshot<Id, T> {
  byId: Map<Id, T>;
  unread: unknown[];
}

/** From this many reads within {@link windowMs} on, one list serves all of them. */
const readsWorthAList = 4;

/** Reads this close together belong to one operation of the engine. */
const windowMs = 1_000;

/** How long a list replaces single reads: a refresh of hundreds takes seconds. */
const freshMs = 3_000;

/**
 * Reads objects of one kind. A few reads are single requests; many, as in a refresh, become one list request. What
 * the list does not contain is read individually before it counts as gone.
 */
export class BatchedReader<Id extends string | number, T> {
  readonly #source: Source<Id, T>;
  #recent: number[] = [];
  #snapshot: { startedAt: number; objects: Promise<Snapshot<Id, T>> } | undefined;

  constructor(source: Source<Id, T>) {
    this.#source = source;
  }

  async get(id: Id): Promise<T | undefined> {
    const now = performance.now();
    this.#recent = [...this.#recent.filter((at) => now - at < windowMs), now];
    if (!this.#isFresh(now) && this.#recent.length < readsWorthAList) return this.#source.get(id);
    const listed = (await this.#list(now)).byId.get(id);
    return listed ?? this.#source.get(id);
  }

  /** All objects, read now. */
  async list(): Promise<WholeList<T>> {
    this.changed();
    const { byId, unread } = await this.#list(performance.now());
    return { items: [...byId.values()], unread };
  }

  /** Called after a write: earlier reads are stale. */
  changed(): void {
    this.#snapshot = undefined;
  }

  #isFresh(now: number): boolean {
    return this.#snapshot !== undefined && now - this.#snapshot.startedAt < freshMs;
  }

  #list(now: number): Promise<Snapshot<Id, T>> {
    if (this.#snapshot !== undefined && this.#isFresh(now)) return this.#snapshot.objects;
    const objects = this.#source.list().then(({ items, unread }) => ({
      byId: new Map(items.map((one) => [this.#source.idOf(one), one])),
      unread,
    }));
    const snapshot = { startedAt: now, objects };
    this.#snapshot = snapshot;
    // A failed list is not cached.
    objects.catch(() => {
      if (this.#snapshot === snapshot) this.#snapshot = undefined;
    });
    return objects;
  }
}
