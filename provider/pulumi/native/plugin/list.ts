import { configuredClient, type SettingsSource } from "../../../client/configured-client.ts";
import { InputError, type OperationClient, scopeOf } from "../../../client/index.ts";
import { type ListedObject, type ListQuery, listers } from "../../../resources/list-objects.ts";
import type { ResourceType } from "../../../resources/registry.ts";
import { unknownPaths } from "../../../schema/index.ts";
import type { Properties } from "../../../values/properties.ts";

/** Page size if the engine requests none. */
const defaultPage = 1000;

/** A request of the engine. Unset numbers are 0, and unset texts are empty. */
export interface ListRequest {
  query: Properties;
  limit: number;
  pageSize: number;
  continuationToken: string;
}

export interface ListPage {
  objects: ListedObject[];
  /** Absent on the last page. */
  continuationToken?: string;
  /** Objects that the list leaves out, for the log. */
  skipped: readonly string[];
}

/** Lists read by this process, so that all pages of a list come from the same read. */
export class ObjectLists {
  readonly #client: () => OperationClient;
  readonly #lists = new Map<string, Promise<ListPage>>();

  constructor(configuration: SettingsSource, signal: AbortSignal) {
    this.#client = () => configuredClient(configuration).bind(scopeOf("List", signal));
  }

  /**
   * Returns one page of the objects of a resource. A token is the id after which the next page begins, so a process that has
   * never read the list can continue it. Undefined: the query has unknown values.
   */
  async page(type: ResourceType, request: ListRequest): Promise<ListPage | undefined> {
    if (unknownPaths(request.query).length > 0) return undefined;
    const { objects, skipped } = await this.#list(type, request);
    const start = after(objects, request.continuationToken);
    const sizes = [request.limit, request.pageSize > 0 ? request.pageSize : defaultPage].filter((size) => size > 0);
    const page = objects.slice(start, start + Math.min(...sizes));
    const last = page.at(-1);
    const isLast = last === undefined || start + page.length === objects.length;
    return {
      objects: page,
      skipped: request.continuationToken === "" ? skipped : [],
      ...(!isLast && { continuationToken: last.id }),
    };
  }

  async #list(type: ResourceType, { query, continuationToken }: ListRequest): Promise<ListPage> {
    const key = JSON.stringify([type, query]);
    const known = continuationToken === "" ? undefined : this.#lists.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(type, query);
    this.#lists.set(key, reading);
    // A failed list is read again.
    reading.catch(() => this.#lists.delete(key));
    return reading;
  }

  async #read(type: ResourceType, query: Properties): Promise<ListPage> {
    const lister = listers[type];
    if (lister === undefined)
      throw new InputError("Listing", [
        "a rule set is no object of the platform, which has its rules: list cloudplatform:cdn:RuleTemplate",
      ]);
    const { found, skipped } = await lister.list(this.#client(), queryOf(query, lister.by));
    const objects = found.toSorted((a, b) => compareIds(a.id, b.id));
    return { objects, skipped: skipped.map(({ object, reason }) => `${object} is not listed: ${reason}`) };
  }
}

/** Checks the query of a list: only numbers under names that the list supports. */
function queryOf(given: Properties, names: readonly (keyof ListQuery)[]): ListQuery {
  const problems = Object.entries(given).flatMap(([name, value]) => {
    if (!names.some((one) => one === name))
      return [
        `${name} is not known; ${names.length === 0 ? "the list takes no arguments" : `known are ${names.join(", ")}`}`,
      ];
    return Number.isSafeInteger(value) && Number(value) > 0 ? [] : [`${name} must be a whole number above 0`];
  });
  if (problems.length > 0) throw new InputError("Listing", problems);
  return given;
}

/** Where the next page begins. The object that the token names may have been deleted meanwhile. */
function after(objects: readonly ListedObject[], token: string): number {
  if (token === "") return 0;
  const next = objects.findIndex(({ id }) => compareIds(id, token) > 0);
  return next < 0 ? objects.length : next;
}

/** Compares numbers by value, and other ids as text. */
function compareIds(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}
