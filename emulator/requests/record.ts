import type { Endpoint } from "@cloudplatform/pulumi/api";
import { outline, outlineOfPath, outlineOfQuery, outlineOfRefusal } from "./outline.ts";
import { RequestRate } from "./rate.ts";
import { redact } from "./redact.ts";
import { unknownFields } from "./unknown-fields.ts";

/** A request with its response. */
export interface Exchange {
  at: string;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  endpoint: Endpoint | undefined;
  /** The parsed body, or undefined. */
  request: unknown;
  /** Size of the body in bytes. */
  requestBytes: number;
  /** null when the connection was dropped. */
  status: number | null;
  response: unknown;
  responseBytes: number;
  ms: number;
  faults: readonly string[];
}

type LoggedExchange = Exchange & { seq: number };

/** Maximum number of requests in the log. */
const capacity = 1000;
/** Larger bodies are not stored: twice the capacity with two bodies each then stays within 64 MiB. */
const maxBodyBytes = 16 * 1024;

/**
 * The latest requests. Secrets are redacted when the log is read, so that requests do not pay for it. Values that only
 * the program marks as secret are unknown here: without `recordBodies` no value chosen by a program is shown.
 */
export class RequestLog {
  /** How many there were over the last minute. */
  readonly rate = new RequestRate();
  readonly #showsValues: boolean;
  #kept: LoggedExchange[] = [];
  #lastSeq = 0;

  constructor(recordBodies: boolean) {
    this.#showsValues = recordBodies;
  }

  add(exchange: Exchange): void {
    this.rate.add(exchange.status);
    const request = exchange.requestBytes > maxBodyBytes ? undefined : exchange.request;
    const response = exchange.responseBytes > maxBodyBytes ? undefined : exchange.response;
    this.#kept.push({ ...exchange, request, response, seq: ++this.#lastSeq });
    if (this.#kept.length > 2 * capacity) this.#kept = this.#kept.slice(-capacity);
  }

  clear(): void {
    this.#kept = [];
    this.rate.clear();
  }

  /** The latest requests that match the filter, oldest first. */
  list(filter: { since?: number; method?: string; path?: string; endpoint?: string; limit?: number }) {
    const pathOf = (kept: LoggedExchange) =>
      this.#showsValues ? kept.path : outlineOfPath(kept.endpoint?.path, kept.path);
    const found = this.#kept
      .slice(-capacity)
      .filter(
        (kept) =>
          kept.seq > (filter.since ?? 0) &&
          (filter.method === undefined || kept.method === filter.method) &&
          (filter.path === undefined || pathOf(kept).startsWith(filter.path)) &&
          (filter.endpoint === undefined || kept.endpoint?.id === filter.endpoint),
      );
    return found.slice(-(filter.limit ?? capacity)).map(this.#showsValues ? toFullEntry : toOutline);
  }

  /** Whether values of requests and responses are shown. */
  get showsValues(): boolean {
    return this.#showsValues;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }
}

function toFullEntry({ endpoint, request, response, ...kept }: LoggedExchange) {
  return {
    ...kept,
    endpoint: endpoint?.id ?? null,
    request: redact(endpoint?.body, request),
    response: redact(endpoint?.response, response),
    unknownFields: endpoint?.body === undefined ? [] : unknownFields(endpoint.body, request),
  };
}

function toOutline({ endpoint, request, response, path, query, ...kept }: LoggedExchange) {
  const isRefusal = kept.status === null || kept.status >= 400;
  return {
    ...kept,
    path: outlineOfPath(endpoint?.path, path),
    query: outlineOfQuery(endpoint?.query, query),
    endpoint: endpoint?.id ?? null,
    request: outline(endpoint?.body, request),
    response: isRefusal ? outlineOfRefusal(endpoint?.body, response) : outline(endpoint?.response, response),
    unknownFields: endpoint?.body === undefined ? [] : unknownFields(endpoint.body, request),
  };
}
