import type { z } from "zod";
import type { EndpointId, EndpointOf } from "../api/index.ts";
import type { Camel } from "../schema/index.ts";

/** Answer of an endpoint in the user's spelling, before a lookup makes its result of it. */
export type ResponseOf<Id extends EndpointId> = EndpointOf<Id>["response"] extends z.ZodType
  ? Camel<z.output<EndpointOf<Id>["response"]>>
  : undefined;
