import { endpoints, type RuleTemplateRecord } from "../../api/index.ts";
import { type Client, isNotFound } from "../../client/index.ts";
import { BatchedReader } from "../../engine/index.ts";

/** The rule templates of a platform, as one process sees them. */
export class RuleTemplates extends BatchedReader<number, RuleTemplateRecord> {
  static readonly #known = new WeakMap<Client, RuleTemplates>();
  #highestId: Promise<number> | undefined;

  static of(client: Client): RuleTemplates {
    const known = RuleTemplates.#known.get(client) ?? new RuleTemplates(client);
    RuleTemplates.#known.set(client, known);
    return known;
  }

  private constructor(client: Client) {
    super({
      async get(id) {
        try {
          return await client.call(endpoints["ruleTemplates.get"], { params: { rule_template_id: id } });
        } catch (error) {
          if (isNotFound(error)) return undefined;
          throw error;
        }
      },
      async list() {
        const answer = await client.call(endpoints["ruleTemplates.list"], {});
        return Array.isArray(answer) ? answer : answer.results;
      },
      idOf: (one) => one.id,
    });
  }

  /**
   * The highest id that is known. Ids grow: what was there before a request cannot be what it has made. One list for
   * all creations of a process; what is made meanwhile is told by {@link made}.
   */
  async highestId(): Promise<number> {
    this.#highestId ??= this.list().then((all) => Math.max(0, ...all.map((one) => one.id)));
    try {
      return await this.#highestId;
    } catch (error) {
      this.#highestId = undefined;
      throw error;
    }
  }

  /** A template was made here. */
  made(id: number): void {
    this.#highestId = this.#highestId?.then((highest) => Math.max(highest, id));
    this.changed();
  }
}
