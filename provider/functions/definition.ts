import { z } from "zod";
import type { Endpoint } from "../api/index.ts";
import type { Settings } from "../client/index.ts";

/** Location of an argument in the request; `own` arguments control the lookup, or are converted. */
export type Where = "own" | "params" | "query" | "body";

/** Arguments by location. */
export type Arguments = Record<Where, Record<string, unknown>>;

/** Arguments of `endpoint.call`, loosely typed: the definition builds them from validated arguments. */
export interface LooseCall {
  params?: object;
  query?: object;
  body?: object;
}

/** Pagination of a list. */
export interface Paging {
  /** Field that contains the items; a bare array has none. */
  items: string;
  /** Field that identifies an item. */
  id: string;
  /** Query parameter of the next page: an offset of items, or a page number (from 1). */
  by: "offset" | "page";
  /** Default page size when all pages are read. */
  pageSize?: number;
  /** Reads all pages unless a page is requested; otherwise reads one page unless `all` is set. */
  whole?: boolean;
  /** A bare array is the whole list (companion §3.1). */
  isBareWhole?: boolean;
  /** Keeps the list from shifting between pages; called with the query and the items of the first page. */
  pin?: (query: Record<string, unknown>, items: readonly Record<string, unknown>[]) => void;
}

/** The definition of a lookup: validates arguments, sends the request, and describes it for the command line. */
export interface Definition {
  /** Public name: `edge.getApps`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Renamed path parameters, by the names in the path: `{ reservation_id: "id" }`. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Additional arguments; one with the name of a platform argument replaces it. */
  readonly own?: z.ZodObject;
  /** Builds the call when it differs from its parts. */
  readonly call?: (given: Arguments) => LooseCall;
  readonly paging?: Paging;
  /** Schema of the response with secret fields, when there are any. */
  readonly secrets?: z.core.$ZodType;
  /** The response is secret as a whole. */
  readonly isSecret?: boolean;
  /** Fields of the response that the lookup fills in, or never returns as null; for the generated type of its result. */
  readonly result?: { readonly always?: readonly string[]; readonly notNull?: readonly string[] };
  /** Writes to the platform: never cached. */
  readonly writes?: boolean;
}

/** Argument of paginated lists. */
export const allPages = z.object({
  all: z.boolean().optional().describe("Read all pages instead of one."),
});

/** Path parameters that default to a setting. */
export const fromSettings = ["projectId", "regionId", "clientId"] as const satisfies (keyof Settings)[];

/** A part of the arguments with its schema: the contract's, with the renamed parameters. */
export interface Part {
  where: Where;
  schema: z.ZodObject;
}

/** The parts of a lookup's arguments. A name in several parts belongs to the first. */
export function argumentParts(definition: Definition): Part[] {
  const { endpoint, renamed = {}, own } = definition;
  const params = Object.entries(endpoint.params.shape).map(([name, field]) => [renamed[name] ?? name, field]);
  const parts: Part[] = [];
  if (own !== undefined) parts.push({ where: "own", schema: own });
  parts.push({ where: "params", schema: z.object(Object.fromEntries(params)) });
  parts.push({ where: "query", schema: endpoint.query });
  if (endpoint.body instanceof z.ZodObject) parts.push({ where: "body", schema: endpoint.body });
  return parts;
}
