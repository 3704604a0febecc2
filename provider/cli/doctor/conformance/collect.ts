import type { Settings } from "../../../client/index.ts";
import { type Answer, elementsOf, isSuccess, totalOf } from "./answer.ts";
import { absentReadings, type Known, type Reading, readingIds, readingOf, readingsOf } from "./readings.ts";
import type { Send } from "./send.ts";

/** How the platform addresses later pages of a list. */
export type PagingStyle = "offset" | "page";

/** Everything that was read. */
export interface Collected {
  readonly answers: readonly Answer[];
  /** Endpoints that were not called, or did not respond. */
  readonly notAsked: readonly { endpoint: string; reason: string }[];
  /** Undefined: no list was long enough. */
  readonly paging: PagingStyle | undefined;
}

const sampleSize = 4;
/** Maximum number of pages read from a list; differences between objects show early. */
const maxPages = 5;

/** Reads a platform. `send` sends one request at a time. */
export async function collect(settings: Readonly<Settings>, send: Send): Promise<Collected> {
  const collector = new Collector(settings, send);
  for (const id of readingIds) await collector.readEndpoint(id);
  for (const reading of absentReadings(collector)) await collector.read(reading);
  await collector.read(readingOf(collector.first().endpoint, {}, {}, { variant: "compressed" }));
  return collector;
}

class Collector implements Collected, Known {
  readonly settings: Readonly<Settings>;
  readonly answers: Answer[] = [];
  readonly notAsked: { endpoint: string; reason: string }[] = [];
  paging: PagingStyle | undefined;
  readonly #send: Send;

  constructor(settings: Readonly<Settings>, send: Send) {
    this.settings = settings;
    this.#send = send;
  }

  async readEndpoint(id: (typeof readingIds)[number]): Promise<void> {
    const readings = readingsOf(id, this);
    if (typeof readings === "string") {
      this.notAsked.push({ endpoint: id, reason: readings });
      return;
    }
    for (const reading of readings) {
      const answer = await this.read(reading);
      if (answer !== undefined && reading.query.limit !== undefined) await this.#readPages(answer);
    }
  }

  async read(reading: Reading): Promise<Answer | undefined> {
    const answer = await this.#send(reading);
    if (answer !== undefined) this.answers.push(answer);
    else if (!this.notAsked.some(({ endpoint }) => endpoint === reading.endpoint.id))
      this.notAsked.push({ endpoint: reading.endpoint.id, reason: "there was no response" });
    return answer;
  }

  /** The first request, which any key may send. */
  first(): Reading {
    const [id] = readingIds;
    const readings = readingsOf(id as NonNullable<typeof id>, this);
    return (readings as Reading[])[0] as Reading;
  }

  sample(list: string, field: string): (string | number)[] {
    const values = this.answers
      .filter(({ reading, status }) => reading.endpoint.id === list && isSuccess({ status }))
      .flatMap((answer) => elementsOf(answer) ?? [])
      .map((element) => (element as Record<string, unknown> | null)?.[field])
      .filter((value) => (typeof value === "string" && value !== "") || Number.isSafeInteger(value));
    const all = [...new Set(values as (string | number)[])];
    // Samples both ends of the list: old and new objects may have different fields.
    return all.length <= sampleSize ? all : [...all.slice(0, sampleSize / 2), ...all.slice(-sampleSize / 2)];
  }

  async #readPages(first: Answer): Promise<void> {
    const { endpoint, params, query } = first.reading;
    const elements = elementsOf(first);
    if (elements === undefined || elements.length === 0 || !isSuccess(first)) return;
    const next = (more: Record<string, unknown>, page?: number) =>
      this.read(readingOf(endpoint, params, { ...query, ...more }, page === undefined ? {} : { page }));
    const total = totalOf(first);
    const size = elements.length;
    if (this.paging === undefined && (size > 1 || (total ?? 0) > size)) this.paging = await styleOf(elements, next);
    let read = size;
    // Without a count, only another page shows whether there are more elements.
    for (let page = 2; page <= maxPages && (total === undefined ? size < Number(query.limit) : read < total); page++) {
      const answer = await (this.paging === "page" ? next({}, page) : next({ offset: read }));
      const more = (answer && elementsOf(answer))?.length ?? 0;
      if (more === 0) break;
      read += more;
    }
  }
}

/** Whether `offset` or `page` returns the second element. */
async function styleOf(
  elements: readonly unknown[],
  next: (more: Record<string, unknown>, page?: number) => Promise<Answer | undefined>,
): Promise<PagingStyle | undefined> {
  const firstOf = (answer: Answer | undefined) => JSON.stringify((answer && elementsOf(answer))?.[0], asText);
  const first = JSON.stringify(elements[0], asText);
  const byOffset = firstOf(await next({ limit: 1, offset: 1 }));
  if (byOffset === undefined) return undefined;
  if (byOffset !== first) return "offset";
  const byPage = firstOf(await next({ limit: 1 }, 2));
  return byPage !== undefined && byPage !== first ? "page" : undefined;
}

const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
