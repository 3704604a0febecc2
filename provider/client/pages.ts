import { sentIn, unreadOf } from "../schema/index.ts";

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
 * Reads a list to its end, in pages of whatever size the platform sends, asked for or not. It ends where the platform's
 * count says so, and otherwise at a page that brings nothing new: older platforms know no paging and send all of it
 * again.
 */
export async function readPages<T>(
  ask: (offset: number) => Promise<ListPage<T>>,
  idOf: (item: T) => unknown,
): Promise<WholeList<T>> {
  const items = new Map<unknown, T>();
  const unread = new Map<string, unknown>();
  for (let offset = 0; ; ) {
    const { items: page, total } = await ask(offset);
    const before = items.size + unread.size;
    for (const item of page) items.set(idOf(item), item);
    for (const item of Object.values(unreadOf(page))) unread.set(JSON.stringify(item), item);
    offset += sentIn(page);
    if (items.size + unread.size === before || (total !== undefined && offset >= total))
      return { items: [...items.values()], unread: [...unread.values()] };
  }
}

/** The count of a response; undefined where the platform has not sent one. */
export function totalOf(response: { count?: number | null }): number | undefined {
  return "count" in unreadOf(response) ? undefined : (response.count ?? undefined);
}
