import type { Endpoint } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { behaviorList } from "../behaviors/list.ts";
import { errorSchemas, jsonContent, responses } from "./responses.ts";
import { bodySchema, type Json, jsonSchema } from "./schema.ts";

/** The table of endpoints as an OpenAPI 3.1 document. */
export function openApi(table: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of table)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Cloud platform",
      version: "1",
      description: "Generated from the table of endpoints. Rules between fields are only in the descriptions.",
    },
    "x-behaviors": behaviorList(),
    security: [{ apikey: [] }],
    components: {
      securitySchemes: {
        apikey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`apikey`, one space and the key.",
        },
      },
      schemas: errorSchemas(),
    },
    paths,
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `Source: ${endpoint.source}.`,
    tags: [endpoint.area],
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && {
      requestBody: { required: endpoint.bodyOptional !== true, content: jsonContent(bodySchema(endpoint.body)) },
    }),
    responses: responses(endpoint),
  };
}

function parameters(schema: z.ZodObject, location: "path" | "query"): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: location,
    required: location === "path" || field._zod.optin === undefined,
    schema: jsonSchema(field),
  }));
}
