import type { HttpBindings } from "@hono/node-server";

/** What routes get beside the request: Node's own request and answer, for bodies and connections. */
export type Env = { Bindings: HttpBindings };
