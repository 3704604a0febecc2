import { type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import { child, descriptionOf, unwrap } from "@cloudplatform/pulumi/schema";
import { expect, test } from "vitest";
import { z } from "zod";

const all: Endpoint[] = Object.values(endpoints);

test("no two endpoints share an id, or a method and path", () => {
  expect(Object.entries(endpoints).filter(([id, endpoint]) => id !== endpoint.id)).toEqual([]);
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
});

test("the path parameters are the same in path and schema", () => {
  for (const { id, path, params } of all) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect({ id, params: Object.keys(params.shape).sort() }).toEqual({ id, params: inPath.sort() });
  }
});

test("query schemas are flat, so that text can be converted to their types", () => {
  const flat = ["string", "number", "boolean", "enum"];
  for (const { id, query } of all)
    for (const [name, field] of Object.entries(query.shape)) {
      const bare = unwrap(field);
      const type = bare._zod.def.type === "array" ? unwrap(child(bare, 0) ?? bare)._zod.def.type : bare._zod.def.type;
      expect(flat, `${id} ${name} is a ${type}`).toContain(type);
    }
});

test("every schema can be expressed as JSON Schema", () => {
  for (const { params, query, body, response } of all)
    for (const schema of [params, query, body, response])
      if (schema !== undefined) expect(z.toJSONSchema(schema, { io: "input" })).toBeDefined();
});

/** Returns the paths of a schema's fields that have no description. */
function undescribed(schema: z.core.$ZodType, path: string): string[] {
  const def = unwrap(schema)._zod.def as {
    element?: z.core.$ZodType;
    options?: z.core.$ZodType[];
    shape?: z.core.$ZodShape;
  };
  const below = [...(def.element === undefined ? [] : [def.element]), ...(def.options ?? [])];
  const fields = Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
    ...(descriptionOf(field) === undefined ? [`${path}.${name}`] : []),
    ...undescribed(field, `${path}.${name}`),
  ]);
  return [...fields, ...below.flatMap((each) => undescribed(each, path))];
}

test("every field is described", () => {
  const missing = all.flatMap(({ id, params, query, body, response }) =>
    [params, query, body, response].flatMap((schema) => (schema === undefined ? [] : undescribed(schema, id))),
  );
  expect([...new Set(missing)]).toEqual([]);
});
