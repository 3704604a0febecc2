import { sentIn, unreadOf } from "../schema/index.ts";
import { IncompleteListError } from "./errors.ts";
import type { CallOptions } from "./operation-client.ts";

/** Objects to ask for in one response: most accounts have fewer of a kind. */
export const pageSize = 1000;

/** A page of a list as the platform has sent it. */
export interface ListPage<T> {
  items: readonly T[];
  /** How many there are in all, where the platform says it. */
  total: number | undefined;
}

/** A whole list, and what could not be read of it. */
export interface WholeList<T> {
  items: T[];
  /** Elements as they were sent. */
  unread: unknown[];
}

/**
 * Reads a list to its end, in pages of whatever size the platform sends, asked for or not, and of whatever style: where a further
 * offset brings the same objects again, pages are asked for by number, too. It ends where the platform's count says so, and otherwise at
 * a page that brings nothing new: older platforms know no paging and send all of it again.
 *
 * *Errors:* `IncompleteListError` where the platform counts more than it shows.
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

/** The count of a response; undefined where the platform has not sent one. */
export function totalOf(response: { count?: number | null }): number | undefined {
  return "count" in unreadOf(response) ? undefined : (response.count ?? undefined);
}
