import type { Endpoint, EndpointId, EndpointOf } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { Platform } from "../platform.ts";

/** A validated request: path, query and body as parsed by the endpoint's schemas. */
export interface Call<E extends Endpoint> {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: BodyOf<E["body"]>;
  /** URL of the request without its query, for links to other pages of a list. */
  readonly url: string;
}

type BodyOf<Body> = Body extends z.ZodType ? z.output<Body> : undefined;

/** The body of a successful response; undefined when there is none. */
export type Reply<E extends Endpoint> = E["response"] extends z.ZodType ? z.input<E["response"]> : undefined;

/** Implements an endpoint. Synchronous, so that its reads and writes are one transaction without interleaving. */
export type Handler<E extends Endpoint> = (call: Call<E>, platform: Platform) => Reply<E>;

/** One handler per endpoint of the table; a missing handler is a type error. */
export type Handlers = { readonly [Id in EndpointId]: Handler<EndpointOf<Id>> };

/** Handlers of the endpoints whose ids begin with a noun. */
export type HandlersOf<Noun extends string> = {
  readonly [Id in EndpointId as Id extends `${Noun}.${string}` ? Id : never]: Handler<EndpointOf<Id>>;
};

/** A handler in a loop over all endpoints, where the compiler cannot see which endpoint it belongs to. */
export type AnyHandler = (call: Call<Endpoint>, platform: Platform) => unknown;
