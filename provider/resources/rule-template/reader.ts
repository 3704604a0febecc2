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
  templates: SharedRead<WholeList<RuleTemplateResult>>;
}

/** What the operations of a process know about a platform's rule templates. */
class TemplateCache extends ReadCache<number, RuleTemplateResult> {
  /** Ids that were listed, and those of templates created since. */
  readonly known = new Set<number>();
  /** The highest id of a template that this process has created, and when it has created its last one. */
  made: { highestId: number; at: number } | undefined;
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
    const { known, made, all } = this.#cache;
    for (const id of unreadIds(unread)) known.add(id);
    for (const { id } of items) known.add(id);
    const isRecent = all === undefined || isWithin(recentMs, all.at);
    return { known: knownIds(known), ...(!isRecent && made !== undefined && { above: made.highestId }) };
  }

  /** Returns all templates as of the last seconds. */
  all(): Promise<WholeList<RuleTemplateResult>> {
    return this.#listWithin(recentMs);
  }

  /** While one creation follows another, the list may be as old as what reads show. */
  #listOfCreations(): Promise<WholeList<RuleTemplateResult>> {
    const { made } = this.#cache;
    const isInARow = made !== undefined && isWithin(recentMs, made.at);
    return this.#listWithin(
      isInARow ? Math.max(recentMs, this.client.settings.ambiguityTimeoutSeconds * 1000) : recentMs,
    );
  }

  #listWithin(maximumAgeMs: number): Promise<WholeList<RuleTemplateResult>> {
    const known = this.#cache.all;
    if (known !== undefined && isWithin(maximumAgeMs, known.at) && !known.templates.hasFailed)
      return known.templates.join(this.client);
    const templates = new SharedRead(this.client, (client) => new RuleTemplates(client, this.#cache).list());
    this.#cache.all = { at: clock.monotonic(), templates };
    return templates.join(this.client);
  }

  /** Notes that this process has created a template. */
  made(id: number): void {
    this.#cache.known.add(id);
    this.#cache.made = { highestId: Math.max(id, this.#cache.made?.highestId ?? id), at: clock.monotonic() };
    this.changed();
  }
}

function isWithin(ms: number, at: number): boolean {
  return clock.monotonic() - at <= ms;
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
