import { type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import type { z } from "zod";

export const table: readonly Endpoint[] = Object.values(endpoints);

/** Returns an endpoint's number in platform-api §4, read from its source. */
export function contractNumber(endpoint: Endpoint): number | undefined {
  const digits = /^platform-api §4 #(\d+)$/.exec(endpoint.source)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the endpoint with a number of platform-api §4. */
export function endpointOf(number: number): Endpoint {
  const [endpoint, ...more] = table.filter((one) => contractNumber(one) === number);
  if (endpoint === undefined) throw new Error(`The table has no endpoint with the source "platform-api §4 #${number}"`);
  if (more.length > 0)
    throw new Error(`The table has the source "platform-api §4 #${number}" ${more.length + 1} times`);
  return endpoint;
}

/** Returns a schema of an endpoint. */
export function listed(number: number, part: "params" | "query" | "body" | "response"): z.ZodType {
  const endpoint = endpointOf(number);
  const schema = part === "response" ? endpoint.response : endpoint[part];
  if (schema === undefined) throw new Error(`Endpoint ${endpoint.id} (#${number}) has no schema of the ${part}`);
  return schema;
}
