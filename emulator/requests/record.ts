import { type Endpoint, writeJson } from "@cloudplatform/pulumi/api";
import { child, pathText, unwrap } from "@cloudplatform/pulumi/schema";
import { textOrder } from "@cloudplatform/pulumi/values";
import type { z } from "zod";
import { outline, outlineOfPath, outlineOfQuery, outlineOfRefusal } from "./outline.ts";
import { RequestRate } from "./rate.ts";
import { redact } from "./redact.ts";
import { refusalOf } from "./refusal.ts";

/** A request with its response. */
interface Exchange {
  id: string;
  at: string;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  endpoint: Endpoint | undefined;
  /** The parsed body, or undefined. */
  request: unknown;
  /** Size of the body in bytes. */
  requestBytes: number;
  /** Null if the connection was dropped. */
  status: number | null;
  response: unknown;
  responseBytes: number;
  ms: number;
  faults: readonly string[];
  faultIds: readonly number[];
}

type LoggedExchange = Exchange & { seq: number };

/** Selects the requests of a page. */
interface RequestFilter {
  since?: number;
  method?: string;
  /** Prefix of the path. */
  path?: string;
  endpoint?: string;
  /** `2xx` to `5xx`, `failed` (4xx, 5xx and dropped), `dropped`, or a status. */
  status?: string;
  /** Id of a fault that applied to the request. */
  fault?: number;
  /** Case-insensitive text in the log entry of the request. */
  find?: string;
}

interface RequestPage extends RequestFilter {
  sort: "seq" | "method" | "path" | "status" | "ms";
  descending: boolean;
  offset: number;
  limit: number;
}

/** Maximum number of requests in the log. */
const capacity = 1000;
/** Larger bodies are not stored, so that twice the capacity with two bodies each stays within 64 MiB. */
const maxBodyBytes = 16 * 1024;

/**
 * The latest requests. Secrets are redacted when the log is read, so that requests do not bear the cost. Values that only the
 * program marks as secret are unknown here, so without `recordBodies` no value chosen by a program is shown.
 */
export class RequestLog {
  /** Number of requests over the last minute. */
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
  list({ limit = capacity, ...filter }: RequestFilter & { limit?: number }) {
    return this.#matching(filter).slice(-limit).map(this.#show);
  }

  /** Returns a function that reads the requests after a sequence number as the log shows them. */
  after(seq: number) {
    const kept = this.#matching({ since: seq });
    return () => kept.map(this.#show);
  }

  /** A page of the matching requests, and their total number. */
  page({ sort, descending, offset, limit, ...filter }: RequestPage) {
    const direction = descending ? -1 : 1;
    const found = this.#matching(filter).sort((a, b) => direction * (compare(a[sort], b[sort]) || a.seq - b.seq));
    return { total: found.length, requests: found.slice(offset, offset + limit).map(this.#show) };
  }

  /** A request as the log shows it. */
  get(id: string) {
    const kept = this.find(id);
    return kept && this.#show(kept);
  }

  /** A request as it was sent, for sending it again. Must not be shown. */
  find(id: string): LoggedExchange | undefined {
    return this.#kept.findLast((kept) => kept.id === id);
  }

  readonly #show = (kept: LoggedExchange) => (this.#showsValues ? toFullEntry(kept) : toOutline(kept));

  #matching({ since = 0, method, path, endpoint, status, fault, find }: RequestFilter): LoggedExchange[] {
    const pathOf = (kept: LoggedExchange) =>
      this.#showsValues ? kept.path : outlineOfPath(kept.endpoint?.path, kept.path);
    const text = find?.toLowerCase();
    // The text filter is last, because it renders each remaining request.
    return this.#kept
      .slice(-capacity)
      .filter(
        (kept) =>
          kept.seq > since &&
          (method === undefined || kept.method === method) &&
          (path === undefined || pathOf(kept).startsWith(path)) &&
          (endpoint === undefined || kept.endpoint?.id === endpoint) &&
          (status === undefined || hasStatus(kept, status)) &&
          (fault === undefined || kept.faultIds.includes(fault)) &&
          (text === undefined || writeJson(this.#show(kept)).toLowerCase().includes(text)),
      );
  }

  /** Whether values of requests and responses are shown. */
  get showsValues(): boolean {
    return this.#showsValues;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }
}

function hasStatus({ status }: LoggedExchange, wanted: string): boolean {
  if (wanted === "dropped") return status === null;
  if (wanted === "failed") return status === null || status >= 400;
  return wanted.endsWith("xx") ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted;
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return textOrder(String(a ?? ""), String(b ?? ""));
}

function toFullEntry(exchange: LoggedExchange) {
  const { endpoint, request, response, ...kept } = exchange;
  return {
    ...kept,
    refusal: refusalOf(exchange, true),
    endpoint: endpoint?.id ?? null,
    request: redact(endpoint?.body, request),
    response: redact(endpoint?.response, response),
    unknownFields: endpoint?.body === undefined ? [] : unknownFields(endpoint.body, request),
  };
}

function toOutline(exchange: LoggedExchange) {
  const { endpoint, request, response, path, query, ...kept } = exchange;
  const isRefusal = kept.status === null || kept.status >= 400;
  return {
    ...kept,
    refusal: refusalOf(exchange, false),
    path: outlineOfPath(endpoint?.path, path),
    query: outlineOfQuery(endpoint?.query, query),
    endpoint: endpoint?.id ?? null,
    request: outline(endpoint?.body, request),
    response: isRefusal ? outlineOfRefusal(endpoint?.body, response) : outline(endpoint?.response, response),
    unknownFields: endpoint?.body === undefined ? [] : unknownFields(endpoint.body, request),
  };
}

/** Paths of unknown fields, which the platform ignores (open points). */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path: PropertyKey[] = []): string[] {
  if (value === null || typeof value !== "object") return [];
  const bare = unwrap(schema);
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([part, element]) => {
    const below = child(bare, part);
    if (below !== undefined) return unknownFields(below, element, [...path, part]);
    return isOpen(bare) ? [] : [pathText([...path, part])];
  });
}

/** Whether a schema accepts any content. */
function isOpen(schema: z.core.$ZodType): boolean {
  return ["unknown", "any", "record", "array"].includes(schema._zod.def.type);
}
