import type { Endpoint } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import type { EmulatorOptions } from "../options.ts";

type Json = Record<string, unknown>;

/** The table as an OpenAPI 3.1 document. */
export function openApi(table: readonly Endpoint[], options: EmulatorOptions): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of table) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation(endpoint) });
  }
  return {
    openapi: "3.1.0",
    info: { title: "Cloud platform", version: "1", description: `Edge-app path word: ${options.edgeWord}.` },
    security: [{ apikey: [] }],
    components: { securitySchemes: { apikey: { type: "apiKey", in: "header", name: "Authorization" } } },
    paths,
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.area],
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body && {
      requestBody: { required: endpoint.bodyOptional !== true, content: json(schemaOf(endpoint.body, "input")) },
    }),
    responses: {
      [endpoint.status]: {
        description: "Success",
        ...(endpoint.response && { content: json(schemaOf(endpoint.response, "input")) }),
      },
      default: { description: "The request is refused." },
    },
  };
}

function parameters(schema: z.ZodObject, place: "path" | "query"): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || field._zod.optin !== "optional",
    schema: schemaOf(field, "input"),
  }));
}

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
}

function json(schema: unknown): Json {
  return { "application/json": { schema } };
}
