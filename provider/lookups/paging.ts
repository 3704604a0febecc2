import type { LooseCall, Paging } from "./definition.ts";

/** Told after each page of a long list, for a progress line. */
export interface PageProgress {
  /** Items so far. */
  items: number;
  /** Items in all, where the platform says it. */
  total: number | undefined;
}

/** A page as the platform sent it, and those of its items that no page before has held. */
export interface Page {
  answer: unknown;
  items: Record<string, unknown>[];
  total: number | undefined;
}

/** What is needed to read a list. */
export interface Walk {
  paging: Paging;
  call: LooseCall;
  /** Asks for one page. */
  ask(call: LooseCall): Promise<unknown>;
}

/**
 * Ids that are remembered to notice a page that was there before: lists may shift between two requests, and the platform
 * documents neither the size nor the end of its pages (companion §6.5). Beyond this many the oldest are forgotten,
 * so that a long list does not fill the memory.
 */
const remembered = 100_000;

/** Reads a list page by page. Ends at an empty page, at one with nothing new, or where the platform's count says so. */
export async function* walkPages({ paging, call, ask }: Walk): AsyncGenerator<Page> {
  const isNew = noticer(paging.id);
  const query: Record<string, unknown> = { ...call.query };
  if (paging.by === "page") query.page ??= 1;
  if (paging.pageSize !== undefined) query.limit ??= paging.pageSize;
  for (let isFirst = true; ; isFirst = false) {
    const answer = await ask({ ...call, query: { ...query } });
    const items = itemsOf(paging, answer);
    const news = isNew(items);
    if (news.length === 0 && !isFirst) return;
    const total = totalOf(answer);
    yield { answer, items: news, total };
    if (items.length === 0 || (Array.isArray(answer) && paging.isBareWhole === true)) return;
    if (isFirst) paging.pin?.(query, items);
    if (paging.by === "page") query.page = Number(query.page) + 1;
    else query.offset = Number(query.offset ?? 0) + items.length;
    if (paging.by === "offset" && total !== undefined && Number(query.offset) >= total) return;
  }
}

/** Tells which items of a page have not been there before. */
function noticer(idName: string): (items: Record<string, unknown>[]) => Record<string, unknown>[] {
  const seen = new Set<unknown>();
  let before = "";
  return (items) => {
    // Items without ids cannot be told apart, but the same page again can.
    const text = JSON.stringify(items);
    if (text === before) return [];
    before = text;
    return items.filter((item) => {
      const id = item[idName] ?? undefined;
      if (id === undefined) return true;
      if (seen.has(id)) return false;
      seen.add(id);
      if (seen.size > remembered) seen.delete(seen.values().next().value);
      return true;
    });
  };
}

/** Items of a page; a list that the platform leaves out is empty. */
function itemsOf(paging: Paging, answer: unknown): Record<string, unknown>[] {
  const list = Array.isArray(answer) ? answer : (answer as Record<string, unknown>)[paging.items];
  return (list ?? []) as Record<string, unknown>[];
}

function totalOf(answer: unknown): number | undefined {
  const { total_count, count } = answer as Record<string, unknown>;
  return [total_count, count].find((one) => typeof one === "number");
}

/** All pages as one answer: that of the first, with the items of all. */
export async function wholeAnswer(walk: Walk, onPage?: (progress: PageProgress) => void): Promise<unknown> {
  let first: unknown;
  const items: unknown[] = [];
  for await (const page of walkPages(walk)) {
    first ??= page.answer;
    items.push(...page.items);
    onPage?.({ items: items.length, total: page.total });
  }
  return Array.isArray(first) ? items : { ...(first as object), [walk.paging.items]: items };
}

/** Whether the arguments name a page themselves. */
export function namesPage(call: LooseCall): boolean {
  const { page, limit, offset } = (call.query ?? {}) as Record<string, unknown>;
  return page !== undefined || limit !== undefined || offset !== undefined;
}
