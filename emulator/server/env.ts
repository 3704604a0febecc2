import type { HttpBindings } from "@hono/node-server";

/** Hono's bindings: Node's own request and response, for bodies and connections. */
export type Env = { Bindings: HttpBindings };
