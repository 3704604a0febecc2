import type { Endpoint } from "../api/index.ts";
import { sentIn, unreadOf } from "../schema/index.ts";
import type { Call, ResponseOf } from "./call-types.ts";
import { IncompleteListError } from "./errors.ts";
import type { CallOptions, OperationClient } from "./operation-client.ts";

/** Number of objects to request at once: most accounts have fewer of each kind. */
const pageSize = 1000;

/** How a list's response is read. */
interface ListForm<Response, Item> {
  itemsOf(response: Response): readonly Item[];
  /** Identifies an item: a platform may send it again on the next page. */
  idOf(item: Item): unknown;
  /** Whether to ask for no page size, because the platform sends the whole list unless it is asked for a part. */
  isUnlimited?: boolean;
}

/** Reads a list to its end, by as many requests as it has pages. `call`: parameters and filters. */
export function readList<E extends Endpoint, Item>(
  client: OperationClient,
  endpoint: E,
  call: Call<E>,
  { itemsOf, idOf, isUnlimited = false }: ListForm<ResponseOf<E>, Item>,
): Promise<WholeList<Item>> {
  return readPages(async (offset, options) => {
    const paging = isUnlimited ? (offset === 0 ? {} : { offset }) : { limit: pageSize, offset };
    const page = { ...call, query: { ...call.query, ...paging } } as Call<E>;
    const response = await client.call(endpoint, page, options);
    return { items: itemsOf(response), total: totalOf(response as object) };
  }, idOf);
}

/** A page of a list as received. */
export interface ListPage<T> {
  items: readonly T[];
  /** Total number of objects, if the platform reports it. */
  total: number | undefined;
}

/** A whole list, and the elements that could not be parsed. */
export interface WholeList<T> {
  items: T[];
  /** Elements as received. */
  unread: unknown[];
}

/**
 * Reads a list to its end, whatever page size and style the platform uses, even unasked. If a further offset returns the same
 * objects again, pages are requested by number, too. The list ends at the platform's count, or without a count at a page with no
 * new objects: older platforms have no paging and send the whole list again.
 *
 * *Errors:* `IncompleteListError` if the platform counts more objects than it shows.
 */
export async function readPages<T>(
  ask: (offset: number, options: CallOptions) => Promise<ListPage<T>>,
  idOf: (item: T) => unknown,
): Promise<WholeList<T>> {
  const items = new Map<unknown, T>();
  const unread = new Map<string, unknown>();
  const size = () => items.size + unread.size;
  for (let offset = 0, page: number | undefined; ; ) {
    const { items: found, total } = await ask(offset, page === undefined ? {} : { page });
    const before = size();
    for (const item of found) items.set(idOf(item), item);
    for (const item of Object.values(unreadOf(found))) unread.set(JSON.stringify(item), item);
    offset += sentIn(found);
    if (total !== undefined && size() >= total) break;
    if (size() > before) {
      if (page !== undefined) page++;
    } else if (page === undefined && sentIn(found) > 0) page = 2;
    else if (total === undefined) break;
    else throw new IncompleteListError(size(), total);
  }
  return { items: [...items.values()], unread: [...unread.values()] };
}

/** The count of a response, or undefined if the platform has not sent one. */
export function totalOf(response: { count?: number | null }): number | undefined {
  return "count" in unreadOf(response) ? undefined : (response.count ?? undefined);
}
