import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import {
  getOrUndefined,
  type OperationClient,
  perClient,
  readPages,
  SharedRead,
  totalOf,
  type WholeList,
} from "../../client/index.ts";
import { highestUnreadId } from "../../engine/ownership/unreadable-objects.ts";
import type { RuleTemplateResult } from "../../types/cdn.ts";
import { clock } from "../../values/index.ts";

/** How long one list serves creations: hundreds of them begin within seconds. */
const sharedMs = 3_000;

/** What the operations of a process know of a platform's rule templates. */
class TemplateCache extends ReadCache<number, RuleTemplateResult> {
  /** The highest id, once it was asked for. */
  highestId: number | undefined;
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
   * The highest id that is known. Ids grow: what was there before a request cannot be what it has created. One list for
   * all creations of a process; templates created meanwhile are added by {@link made}.
   */
  async highestId(): Promise<number> {
    const cache = this.#cache;
    if (cache.highestId === undefined) {
      const { items, unread } = await this.all();
      cache.highestId ??= Math.max(highestUnreadId(unread), ...items.map((one) => one.id));
    }
    return cache.highestId;
  }

  /** All templates as of the last seconds: one list for creations that run together. What they create is known by its id. */
  all(): Promise<WholeList<RuleTemplateResult>> {
    const now = clock.monotonic();
    const known = this.#cache.all;
    if (known !== undefined && now - known.at <= sharedMs && !known.templates.hasFailed)
      return known.templates.join(this.client);
    const templates = new SharedRead(this.client, (client) => new RuleTemplates(client, this.#cache).list());
    this.#cache.all = { at: now, templates };
    return templates.join(this.client);
  }

  /** A template was created here. */
  made(id: number): void {
    const { highestId } = this.#cache;
    if (highestId !== undefined) this.#cache.highestId = Math.max(highestId, id);
    this.changed();
  }
}

const source = {
  get: (client: OperationClient, id: number) =>
    getOrUndefined(client.call(endpoints["ruleTemplates.get"], { params: { ruleTemplateId: id } })),
  list: (client: OperationClient) =>
    readPages(
      async (offset) => {
        const query = offset === 0 ? {} : { offset };
        const response = await client.call(endpoints["ruleTemplates.list"], { query });
        if (Array.isArray(response)) return { items: response, total: undefined };
        return { items: response.results, total: totalOf(response) };
      },
      (one) => one.id,
    ),
  idOf: (one: RuleTemplateResult) => one.id,
};
