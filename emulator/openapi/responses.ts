import { type Area, type Endpoint, errorBodies } from "@cloudplatform/pulumi/api";
import { type Json, jsonSchema } from "./schema.ts";

const descriptions: Record<number, string> = {
  400: "The request is malformed or breaks a rule.",
  401: "The key is missing or wrong.",
  403: "The thing is the platform's own.",
  404: "There is no such thing.",
  405: "The method does not exist here.",
  408: "The body did not arrive in time.",
  409: "The thing exists already, is locked by a task, or is in use.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "A field is not accepted.",
  431: "Address and headers are longer than 64 KiB.",
};

/** Statuses that an endpoint may refuse a request with. */
function refusals(endpoint: Endpoint): number[] {
  const takesId = Object.keys(endpoint.params.shape).length > 0;
  const writes = endpoint.method !== "GET";
  const invalid = endpoint.area === "streaming" ? [400, 422] : [400];
  return [
    ...invalid,
    401,
    ...(takesId && writes ? [403] : []),
    ...(takesId || endpoint.body !== undefined ? [404] : []),
    405,
    408,
    ...(writes ? [409] : []),
    413,
    ...(endpoint.body === undefined ? [] : [415]),
    431,
  ];
}

/** Names of the areas' errors among the components of the document. */
export function errorSchemas(): Json {
  return Object.fromEntries(
    Object.entries(errorBodies).map(([area, schema]) => [errorName(area as Area), jsonSchema(schema)]),
  );
}

function errorName(area: Area): string {
  return `${area}Error`;
}

/** Answers of an endpoint by status. */
export function responses(endpoint: Endpoint): Json {
  const success: Json = { description: "Success." };
  if (endpoint.response !== undefined) success.content = jsonContent(jsonSchema(endpoint.response));
  const errors = refusals(endpoint).map((status) => {
    const description = descriptions[status] ?? "Refused.";
    // A 404 of the edge area has no body (companion §5.3), and 431 is answered before the area is known.
    if (status === 431 || (endpoint.area === "edge" && status === 404)) return [status, { description }];
    const content = jsonContent({ $ref: `#/components/schemas/${errorName(endpoint.area)}` });
    return [status, { description, content, ...(status === 405 && { headers: allowHeader }) }];
  });
  return { [endpoint.status]: success, ...Object.fromEntries(errors) };
}

const allowHeader = { allow: { description: "Methods that exist here.", schema: { type: "string" } } };

export function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}
