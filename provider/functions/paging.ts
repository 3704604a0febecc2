import { sentIn, unreadOf } from "../schema/index.ts";
import type { LooseCall, Paging } from "./definition.ts";

/** Progress of a paginated list, reported after each page. */
export interface PageProgress {
  /** Items so far. */
  items: number;
  /** Total number of items, when the platform returns it. */
  total: number | undefined;
}

/** A page of the platform, with the items that no earlier page contained. */
export interface Page {
  response: unknown;
  items: Record<string, unknown>[];
  total: number | undefined;
}

/** Parameters for reading a list page by page. */
export interface PageIterator {
  paging: Paging;
  call: LooseCall;
  /** Requests one page. */
  ask(call: LooseCall): Promise<unknown>;
}

/**
 * Maximum number of ids for the detection of repeated items: a list can shift between two requests, and the platform
 * documents neither the size nor the end of its pages (companion §6.5). The oldest ids are dropped first, which bounds
 * the memory for a long list.
 */
const maxRememberedIds = 100_000;

/** Reads a list page by page. Ends at an empty page, at a page without new items, or at the platform's total count. */
export async function* iteratePages({ paging, call, ask }: PageIterator): AsyncGenerator<Page> {
  const isNew = deduplicator(paging.id);
  const unread = new Set<string>();
  const query: Record<string, unknown> = { ...call.query };
  if (paging.by === "page") query.page ??= 1;
  if (paging.pageSize !== undefined) query.limit ??= paging.pageSize;
  for (let isFirst = true; ; isFirst = false) {
    const response = await ask({ ...call, query: { ...query } });
    const items = itemsOf(paging, response);
    const news = isNew(items);
    // Elements that cannot be read count: they do not end the list.
    const sent = sentIn(items);
    const unreadTexts = Object.values(unreadOf(items)).map((item) => JSON.stringify(item));
    const bringsUnread = unreadTexts.some((text) => !unread.has(text));
    for (const text of unreadTexts) unread.add(text);
    if (news.length === 0 && !bringsUnread && !isFirst) return;
    const total = totalOf(response);
    yield { response, items: news, total };
    if (sent === 0 || (Array.isArray(response) && paging.isBareWhole === true)) return;
    if (isFirst) paging.pin?.(query, items);
    if (paging.by === "page") query.page = Number(query.page) + 1;
    else query.offset = Number(query.offset ?? 0) + sent;
    if (paging.by === "offset" && total !== undefined && Number(query.offset) >= total) return;
  }
}

/** Returns the items of a page that earlier pages did not contain. */
function deduplicator(idName: string): (items: Record<string, unknown>[]) => Record<string, unknown>[] {
  const seen = new Set<unknown>();
  let before = "";
  return (items) => {
    // Items without ids cannot be compared, but a repeated page can.
    const text = JSON.stringify(items);
    if (text === before) return [];
    before = text;
    return items.filter((item) => {
      const id = item[idName] ?? undefined;
      if (id === undefined) return true;
      if (seen.has(id)) return false;
      seen.add(id);
      if (seen.size > maxRememberedIds) seen.delete(seen.values().next().value);
      return true;
    });
  };
}

/** Items of a page; an omitted list is empty. */
function itemsOf(paging: Paging, response: unknown): Record<string, unknown>[] {
  const list = Array.isArray(response) ? response : (response as Record<string, unknown>)[paging.items];
  return (list ?? []) as Record<string, unknown>[];
}

function totalOf(response: unknown): number | undefined {
  const { totalCount, count } = response as Record<string, unknown>;
  return [totalCount, count].find((one) => typeof one === "number");
}

/** All pages as one response: the first one, with the items of all. */
export async function readAllPages(walk: PageIterator, onPage?: (progress: PageProgress) => void): Promise<unknown> {
  let first: unknown;
  const items: unknown[] = [];
  for await (const page of iteratePages(walk)) {
    first ??= page.response;
    items.push(...page.items);
    onPage?.({ items: items.length, total: page.total });
  }
  return Array.isArray(first) ? items : { ...(first as object), [walk.paging.items]: items };
}

/** Whether the arguments select a page. */
export function selectsPage(call: LooseCall): boolean {
  const { page, limit, offset } = (call.query ?? {}) as Record<string, unknown>;
  return page !== undefined || limit !== undefined || offset !== undefined;
}
