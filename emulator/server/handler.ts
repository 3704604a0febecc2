import type { Endpoint, EndpointId, EndpointOf } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { Platform } from "../platform.ts";

/** A request that has passed the door: path, query and body in the form that the endpoint's schemas give them. */
export interface Call<E extends Endpoint> {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: BodyOf<E["body"]>;
  /** Address of the request without its query, for links to other pages of a list. */
  readonly url: string;
}

type BodyOf<Body> = Body extends z.ZodType ? z.output<Body> : undefined;

/** The body of a success; undefined for those that have none. */
export type Reply<E extends Endpoint> = E["response"] extends z.ZodType ? z.input<E["response"]> : undefined;

/**
 * What an endpoint does. Synchronous: what a handler writes is one unit in the store, and nothing else happens
 * between its reads and its writes.
 */
export type Handler<E extends Endpoint> = (call: Call<E>, platform: Platform) => Reply<E>;

/** One handler for each endpoint of the table; a missing one does not compile. */
export type Handlers = { readonly [Id in EndpointId]: Handler<EndpointOf<Id>> };

/** Handlers of the endpoints whose ids begin with one noun. */
export type HandlersOf<Noun extends string> = {
  readonly [Id in EndpointId as Id extends `${Noun}.${string}` ? Id : never]: Handler<EndpointOf<Id>>;
};

/** A handler in a loop over all endpoints, where the pairing with its endpoint is no longer visible to the compiler. */
export type AnyHandler = (call: Call<Endpoint>, platform: Platform) => unknown;
