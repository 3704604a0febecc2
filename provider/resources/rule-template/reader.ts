import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import { getOrUndefined, type OperationClient, perClient, SharedRead, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import { unreadIds } from "../../engine/ownership/unreadable-objects.ts";
import type { RuleTemplateResult } from "../../types/cdn.ts";
import { clock } from "../../values/index.ts";

/** How long creations share one list: hundreds of them begin within seconds. */
const sharedMs = 3_000;

/** What the operations of a process know about a platform's rule templates. */
class TemplateCache extends ReadCache<number, RuleTemplateResult> {
  /** Ids that were listed, and those of templates created since. */
  readonly known = new Set<number>();
  all: { at: number; templates: SharedRead<WholeList<RuleTemplateResult>> } | undefined;
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
   * Returns the ids of templates that exist or have existed: what existed before a request cannot be what the request has
   * created. {@link made} adds the templates that this process creates.
   */
  async known(): Promise<ReadonlySet<number>> {
    const { known } = this.#cache;
    const { items, unread } = await this.all();
    for (const id of unreadIds(unread)) known.add(id);
    for (const { id } of items) known.add(id);
    return known;
  }

  /** Returns all templates as of the last seconds. Creations that run together share one list, and know what they create by its id. */
  all(): Promise<WholeList<RuleTemplateResult>> {
    const now = clock.monotonic();
    const known = this.#cache.all;
    if (known !== undefined && now - known.at <= sharedMs && !known.templates.hasFailed)
      return known.templates.join(this.client);
    const templates = new SharedRead(this.client, (client) => new RuleTemplates(client, this.#cache).list());
    this.#cache.all = { at: now, templates };
    return templates.join(this.client);
  }

  /** Notes that this process has created a template. */
  made(id: number): void {
    this.#cache.known.add(id);
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
