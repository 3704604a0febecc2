import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import { getOrUndefined, type OperationClient, perClient, SharedRead, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import { knownIds } from "../../engine/ownership/known-ids.ts";
import { unreadIds } from "../../engine/ownership/unreadable-objects.ts";
import type { RuleTemplateResult } from "../../types/cdn.ts";
import { clock } from "../../values/index.ts";
import type { Properties } from "../../values/properties.ts";

/** How old a list is at most that operations share, and how long after one creation the next one begins in a large update. */
const recentMs = 3_000;

interface SharedList {
  at: number;
  usedAt: number;
  templates: SharedRead<WholeList<RuleTemplateResult>>;
}

/** What the operations of a process know about a platform's rule templates. */
class TemplateCache extends ReadCache<number, RuleTemplateResult> {
  /** Ids that were listed, and those of templates created since. */
  readonly known = new Set<number>();
  /** The highest id of a template that this process has created. */
  highestMade: number | undefined;
  all: SharedList | undefined;
}

const cacheOf = perClient(() => new TemplateCache());

/** The rule templates of a platform, as one process sees them. */
export class RuleTemplates extends BatchedReader<number, RuleTemplateResult> {
  readonly #cache: TemplateCache;

  static of(client: OperationClient): RuleTemplates {
    return new RuleTemplates(client, cacheOf(client));
  }

  private constructor(client: OperationClient, cache: TemplateCache) {
    super(client, cache, source);
    this.#cache = cache;
  }

  /**
   * Returns templates that a selection finds in a recent list. Creations that follow each other, hundreds in an update, share an older
   * list as long as it has none.
   */
  async among(select: (templates: RuleTemplateResult[]) => RuleTemplateResult[]): Promise<RuleTemplateResult[]> {
    const found = select((await this.#listOfCreations()).items);
    return found.length === 0 ? found : select((await this.all()).items);
  }

  /**
   * Returns the mark of a request: what existed before it, or has existed, cannot be what it has created. Of templates that others have
   * created since the list, only the order of ids tells that they are older than the request.
   */
  async mark(): Promise<Properties> {
    const { items, unread } = await this.#listOfCreations();
    const { known, highestMade, all } = this.#cache;
    for (const id of unreadIds(unread)) known.add(id);
    for (const { id } of items) known.add(id);
    const isRecent = all === undefined || clock.monotonic() - all.at <= recentMs;
    return { known: knownIds(known), ...(!isRecent && highestMade !== undefined && { above: highestMade }) };
  }

  /** Returns all templates as of the last seconds. */
  all(): Promise<WholeList<RuleTemplateResult>> {
    return this.#shared(({ at }, now) => now - at <= recentMs);
  }

  /** A list that is used without a pause may be as old as what reads show. */
  #listOfCreations(): Promise<WholeList<RuleTemplateResult>> {
    const lagMs = this.client.settings.ambiguityTimeoutSeconds * 1000;
    return this.#shared(({ at, usedAt }, now) => now - usedAt <= recentMs && now - at <= Math.max(lagMs, recentMs));
  }

  #shared(isFresh: (list: SharedList, now: number) => boolean): Promise<WholeList<RuleTemplateResult>> {
    const now = clock.monotonic();
    const known = this.#cache.all;
    const isKept = known !== undefined && isFresh(known, now) && !known.templates.hasFailed;
    const list = isKept ? known : this.#read(now);
    this.#cache.all = { ...list, usedAt: now };
    return list.templates.join(this.client);
  }

  #read(now: number): SharedList {
    const templates = new SharedRead(this.client, (client) => new RuleTemplates(client, this.#cache).list());
    return { at: now, usedAt: now, templates };
  }

  /** Notes that this process has created a template. */
  made(id: number): void {
    this.#cache.known.add(id);
    this.#cache.highestMade = Math.max(id, this.#cache.highestMade ?? id);
    this.changed();
  }
}

const source = {
  get: (client: OperationClient, id: number) =>
    getOrUndefined(client.call(endpoints["ruleTemplates.get"], { params: { ruleTemplateId: id } })),
  list: (client: OperationClient) =>
    readList(
      client,
      endpoints["ruleTemplates.list"],
      {},
      {
        itemsOf: (response) => (Array.isArray(response) ? response : response.results),
        idOf: ({ id }) => id,
        isUnlimited: true,
      },
    ),
  idOf: (one: RuleTemplateResult) => one.id,
};
