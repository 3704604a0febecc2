import { endpoints } from "../../api/index.ts";
import { type Client, getOrUndefined, perClient, readPages, totalOf, type WholeList } from "../../client/index.ts";
import { BatchedReader, highestUnreadId } from "../../engine/index.ts";
import type { RuleTemplateResult } from "../../types/cdn.ts";

/** How long one list serves creations: hundreds of them begin within seconds. */
const sharedMs = 3_000;

/** The rule templates of a platform, as one process sees them. */
export class RuleTemplates extends BatchedReader<number, RuleTemplateResult> {
  #highestId: Promise<number> | undefined;
  #all: { at: number; templates: Promise<WholeList<RuleTemplateResult>> } | undefined;

  static readonly of = perClient((client) => new RuleTemplates(client));

  private constructor(client: Client) {
    super({
      get: (id) => getOrUndefined(client.call(endpoints["ruleTemplates.get"], { params: { ruleTemplateId: id } })),
      list: () =>
        readPages(
          async (offset) => {
            const query = offset === 0 ? {} : { offset };
            const response = await client.call(endpoints["ruleTemplates.list"], { query });
            if (Array.isArray(response)) return { items: response, total: undefined };
            return { items: response.results, total: totalOf(response) };
          },
          (one) => one.id,
        ),
      idOf: (one) => one.id,
    });
  }

  /**
   * The highest id that is known. Ids grow: what was there before a request cannot be what it has created. One list for
   * all creations of a process; templates created meanwhile are added by {@link made}.
   */
  async highestId(): Promise<number> {
    this.#highestId ??= this.all().then(({ items, unread }) =>
      Math.max(highestUnreadId(unread), ...items.map((one) => one.id)),
    );
    try {
      return await this.#highestId;
    } catch (error) {
      this.#highestId = undefined;
      throw error;
    }
  }

  /** All templates as of the last seconds: one list for creations that run together. What they create is known by its id. */
  async all(): Promise<WholeList<RuleTemplateResult>> {
    const now = performance.now();
    if (this.#all === undefined || now - this.#all.at > sharedMs) this.#all = { at: now, templates: this.list() };
    const { templates } = this.#all;
    try {
      return await templates;
    } catch (error) {
      this.#all = undefined;
      throw error;
    }
  }

  /** A template was created here. */
  made(id: number): void {
    this.#highestId = this.#highestId?.then((highest) => Math.max(highest, id));
    this.changed();
  }
}
