import type { EndpointId, EndpointOf } from "../api/index.ts";
import type { ResponseOf as Response } from "../client/call-types.ts";

/** Response of an endpoint, before a function converts it to its result. */
export type ResponseOf<Id extends EndpointId> = Response<EndpointOf<Id>>;
