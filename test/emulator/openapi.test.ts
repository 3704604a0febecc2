import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { running } from "./platform.ts";

interface Operation {
  operationId: string;
  responses: Record<string, { content?: unknown }>;
}

/** Returns the operations of the emulator's OpenAPI document, by the name of their endpoint. */
async function operations(edgeWord = "edgeapp"): Promise<Map<string, Operation & { path: string; method: string }>> {
  const { control } = await running({ edgeWord });
  const { body } = await control("GET", "openapi.json");
  expect(body.openapi).toMatch(/^3\.1\./);
  const paths: [string, Record<string, Operation>][] = Object.entries(body.paths);
  const all = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  return new Map(all.map((operation) => [operation.operationId, operation]));
}

test("describes every endpoint of the table with its method, path and statuses", async () => {
  const described = await operations();
  expect(described.size).toBe(Object.keys(endpoints).length);
  for (const { id, method, path, status, response } of Object.values(endpoints)) {
    const operation = described.get(id);
    expect(operation, id).toMatchObject({ method, path });
    expect(Object.keys(operation?.responses ?? {}), id).toEqual(expect.arrayContaining([String(status), "400", "401"]));
    expect(operation?.responses[status]?.content === undefined, id).toBe(response === undefined);
  }
});

test("uses the configured word for the edge area", async () => {
  const described = await operations("functions");
  expect(described.get("apps.list")?.path).toBe("/functions/v1/apps");
  expect(JSON.stringify([...described.values()])).not.toContain("edgeapp");
});
