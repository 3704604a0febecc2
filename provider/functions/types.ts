import type { EndpointId, EndpointOf } from "../api/index.ts";
import type { ResponseOf as Response } from "../client/call-types.ts";

/** Response of an endpoint, before a lookup makes its result of it. */
export type ResponseOf<Id extends EndpointId> = Response<EndpointOf<Id>>;
