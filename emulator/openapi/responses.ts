import { type Area, type Endpoint, errorBodies } from "@cloudplatform/pulumi/api";
import { type Json, jsonSchema } from "./schema.ts";

const descriptions: Record<number, string> = {
  400: "The request is malformed or invalid.",
  401: "The API key is missing or wrong.",
  403: "The object belongs to the platform and cannot be changed.",
  404: "The object does not exist.",
  405: "The route does not support this method.",
  408: "The body did not arrive in time.",
  409: "The object already exists, is locked by a task, or is in use.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "A field is invalid.",
  431: "URL and headers exceed 64 KiB.",
};

/** Error statuses that an endpoint can return. */
function errorStatuses(endpoint: Endpoint): number[] {
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

/** Error schemas of the areas, as components of the document. */
export function errorSchemas(): Json {
  return Object.fromEntries(
    Object.entries(errorBodies).map(([area, schema]) => [errorName(area as Area), jsonSchema(schema)]),
  );
}

function errorName(area: Area): string {
  return `${area}Error`;
}

/** Responses of an endpoint by status. */
export function responses(endpoint: Endpoint): Json {
  const success: Json = { description: "Success." };
  if (endpoint.response !== undefined) success.content = jsonContent(jsonSchema(endpoint.response));
  const errors = errorStatuses(endpoint).map((status) => {
    const description = descriptions[status] ?? "Refused.";
    // A 404 of the edge area has no body (companion §5.3), and 431 is sent before the area is known.
    if (status === 431 || (endpoint.area === "edge" && status === 404)) return [status, { description }];
    const content = jsonContent({ $ref: `#/components/schemas/${errorName(endpoint.area)}` });
    return [status, { description, content, ...(status === 405 && { headers: allowHeader }) }];
  });
  return { [endpoint.status]: success, ...Object.fromEntries(errors) };
}

const allowHeader = { allow: { description: "Supported methods.", schema: { type: "string" } } };

export function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}
