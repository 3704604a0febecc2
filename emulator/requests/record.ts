import type { Endpoint } from "@cloudplatform/pulumi/api";
import { outline, outlineOfPath, outlineOfQuery, outlineOfRefusal } from "./outline.ts";
import { redacted } from "./redact.ts";
import { unknownFields } from "./unknown-fields.ts";

/** What is known of a request when its answer leaves. */
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
  /** null: the connection was dropped. */
  status: number | null;
  response: unknown;
  responseBytes: number;
  ms: number;
  faults: readonly string[];
}

type Kept = Exchange & { seq: number };

/** Requests that are kept. */
const capacity = 1000;
/** Larger bodies are not kept: twice the capacity with two bodies each then stays within 64 MiB. */
const largestBodyBytes = 16 * 1024;

/**
 * The last requests. Secrets are taken out when somebody looks, so that the fast path pays nothing. What a program alone
 * calls secret, the platform cannot know: without `recordBodies` no value is shown that a program chooses.
 */
export class RequestRecord {
  readonly #showsValues: boolean;
  #kept: Kept[] = [];
  #lastSeq = 0;

  constructor(recordBodies: boolean) {
    this.#showsValues = recordBodies;
  }

  add(exchange: Exchange): void {
    const request = exchange.requestBytes > largestBodyBytes ? undefined : exchange.request;
    const response = exchange.responseBytes > largestBodyBytes ? undefined : exchange.response;
    this.#kept.push({ ...exchange, request, response, seq: ++this.#lastSeq });
    if (this.#kept.length > 2 * capacity) this.#kept = this.#kept.slice(-capacity);
  }

  clear(): void {
    this.#kept = [];
  }

  /** The latest requests that fit, oldest first. */
  list(filter: { since?: number; method?: string; path?: string; endpoint?: string; limit?: number }) {
    const pathOf = (kept: Kept) => (this.#showsValues ? kept.path : outlineOfPath(kept.endpoint?.path, kept.path));
    const found = this.#kept
      .slice(-capacity)
      .filter(
        (kept) =>
          kept.seq > (filter.since ?? 0) &&
          (filter.method === undefined || kept.method === filter.method) &&
          (filter.path === undefined || pathOf(kept).startsWith(filter.path)) &&
          (filter.endpoint === undefined || kept.endpoint?.id === filter.endpoint),
      );
    return found.slice(-(filter.limit ?? capacity)).map(this.#showsValues ? shown : outlined);
  }

  /** Whether values of requests and answers are shown. */
  get showsValues(): boolean {
    return this.#showsValues;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }
}

function shown({ endpoint, request, response, ...kept }: Kept) {
  return {
    ...kept,
    endpoint: endpoint?.id ?? null,
    request: redacted(endpoint?.body, request),
    response: redacted(endpoint?.response, response),
    unknownFields: endpoint?.body === undefined ? [] : unknownFields(endpoint.body, request),
  };
}

function outlined({ endpoint, request, response, path, query, ...kept }: Kept) {
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
