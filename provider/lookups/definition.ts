import { z } from "zod";
import type { Endpoint } from "../api/index.ts";
import type { Settings } from "../client/index.ts";

/** Where the platform takes an argument; `own` ones steer us, or become something else on the wire. */
export type Where = "own" | "params" | "query" | "body";

/** Arguments on the wire, place by place. */
export type WireArguments = Record<Where, Record<string, unknown>>;

/** What `endpoint.call` takes, loosely: the lookup's definition puts it together from checked arguments. */
export interface LooseCall {
  params?: object;
  query?: object;
  body?: object;
}

/** How a list is read page by page. */
export interface Paging {
  /** Field that holds the items; a bare array has none. */
  items: string;
  /** Field that tells items apart. */
  id: string;
  /** Query parameter that moves on: by items or by pages (from 1). */
  by: "offset" | "page";
  /** Items that one request asks for when all are wanted and the caller names no size. */
  pageSize?: number;
  /** All pages unless one is asked for; without it, one page unless `all` says otherwise. */
  whole?: boolean;
  /** A bare array is all there is (companion §3.1). */
  isBareWhole?: boolean;
  /** Keeps the list from shifting below the pages; called with the query and the items of the first page. */
  pin?: (query: Record<string, unknown>, items: readonly Record<string, unknown>[]) => void;
}

/** What a lookup is made of: enough to check arguments, ask, and describe it on a command line. */
export interface Definition {
  /** As users write it: `edge.getApps`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Path parameters under a better name: `{ reservation_id: "id" }`. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Arguments of our own; one with the name of the platform's stands in its place. */
  readonly own?: z.ZodObject;
  /** Puts the call together where it is more than its parts. */
  readonly call?: (wire: WireArguments) => LooseCall;
  readonly paging?: Paging;
  /** Form of the answer in which secrets are marked, where there are some that people do not ask for. */
  readonly secrets?: z.core.$ZodType;
  /** Fields of the response that the lookup fills in, or never returns as null; for the generated type of its result. */
  readonly result?: { readonly always?: readonly string[]; readonly notNull?: readonly string[] };
  /** Changes what is stored: never shared with another call. */
  readonly writes?: boolean;
}

/** Argument of lists that come in pages. */
export const allPages = z.object({
  all: z.boolean().optional().describe("All pages instead of one."),
});

/** Path parameters that a setting fills in. */
export const fromSettings = {
  project_id: "projectId",
  region_id: "regionId",
  client_id: "clientId",
} as const satisfies Record<string, keyof Settings>;

/** A part of the arguments with its schema; names are the wire's, or the better ones. */
export interface Part {
  where: Where;
  schema: z.ZodObject;
}

/** The parts of a lookup's arguments. A name that stands in several belongs to the first. */
export function partsOf(definition: Definition): Part[] {
  const { endpoint, renamed = {}, own } = definition;
  const params = Object.entries(endpoint.params.shape).map(([name, field]) => [renamed[name] ?? name, field]);
  const parts: Part[] = [];
  if (own !== undefined) parts.push({ where: "own", schema: own });
  parts.push({ where: "params", schema: z.object(Object.fromEntries(params)) });
  parts.push({ where: "query", schema: endpoint.query });
  if (endpoint.body instanceof z.ZodObject) parts.push({ where: "body", schema: endpoint.body });
  return parts;
}
