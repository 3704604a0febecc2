import { clock } from "../values/index.ts";
import { IncompleteListError } from "./errors.ts";
import type { OperationClient } from "./operation-client.ts";
import type { WholeList } from "./read-list.ts";
import { SharedRead } from "./shared-read.ts";

/** How objects of one kind are read. */
export interface Source<Id extends string | number, T> {
  /** Returns one object, or undefined when it is gone. */
  get(client: OperationClient, id: Id): Promise<T | undefined>;
  /** Returns all objects. */
  list(client: OperationClient): Promise<WholeList<T>>;
  idOf(one: T): Id;
}

/** The objects of a list by id, and the elements that could not be parsed. */
interface Snapshot<Id, T> {
  byId: Map<Id, T>;
  unread: unknown[];
}

/** From this many reads within {@link windowMs}, one list serves them all. */
const readsWorthAList = 4;

/** Reads this close together belong to the same operation of the engine. */
const windowMs = 1_000;

/** How long a list replaces single reads: refreshing hundreds of resources takes seconds. */
const freshMs = 3_000;

/** Reads of one kind of object, shared by the operations of a process. */
export class ReadCache<Id extends string | number, T> {
  recent: number[] = [];
  snapshot: { startedAt: number; objects: SharedRead<Snapshot<Id, T>> } | undefined;
}

/**
 * Reads objects of one kind for one operation. A few reads are single requests; many, as in a refresh, become one list request
 * that all operations of the process share. An object missing from the list is read individually before it counts as gone.
 */
export class BatchedReader<Id extends string | number, T> {
  protected readonly client: OperationClient;
  readonly #cache: ReadCache<Id, T>;
  readonly #source: Source<Id, T>;

  constructor(client: OperationClient, cache: ReadCache<Id, T>, source: Source<Id, T>) {
    this.client = client;
    this.#cache = cache;
    this.#source = source;
  }

  async get(id: Id): Promise<T | undefined> {
    if (this.client.readsSingly) return this.#source.get(this.client, id);
    const now = clock.monotonic();
    const recent = [...this.#cache.recent.filter((at) => now - at < windowMs), now];
    this.#cache.recent = recent;
    if (this.#fresh(now) === undefined && recent.length < readsWorthAList) return this.#source.get(this.client, id);
    const listed = await this.#listed(id, now);
    return listed ?? this.#source.get(this.client, id);
  }

  /** Returns an object from the list; undefined if the list does not contain it or is incomplete. */
  async #listed(id: Id, now: number): Promise<T | undefined> {
    try {
      return (await this.#list(now)).byId.get(id);
    } catch (error) {
      if (error instanceof IncompleteListError) return undefined;
      throw error;
    }
  }

  /** Reads all objects again. */
  async list(): Promise<WholeList<T>> {
    this.changed();
    const { byId, unread } = await this.#list(clock.monotonic());
    return { items: [...byId.values()], unread };
  }

  /** Called after a write: earlier reads are stale. */
  changed(): void {
    this.#cache.snapshot = undefined;
  }

  #fresh(now: number): SharedRead<Snapshot<Id, T>> | undefined {
    const { snapshot } = this.#cache;
    const isFresh = snapshot !== undefined && now - snapshot.startedAt < freshMs && !snapshot.objects.hasFailed;
    return isFresh ? snapshot.objects : undefined;
  }

  #list(now: number): Promise<Snapshot<Id, T>> {
    const fresh = this.#fresh(now);
    if (fresh !== undefined) return fresh.join(this.client);
    const objects = new SharedRead(this.client, async (client) => {
      const { items, unread } = await this.#source.list(client);
      return { byId: new Map(items.map((one) => [this.#source.idOf(one), one])), unread };
    });
    this.#cache.snapshot = { startedAt: now, objects };
    return objects.join(this.client);
  }
}
