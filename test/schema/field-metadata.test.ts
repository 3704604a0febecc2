import { clusterBody, type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import { resources } from "@cloudplatform/pulumi/registry";
import { isOptional, metadataOf, shapeOf, unwrap } from "@cloudplatform/pulumi/schema";
import { expect, test } from "vitest";
import type { z } from "zod";
import { clusterSchema } from "../../provider/resources/cluster/definition.ts";
import { canonical } from "../../provider/schema/canonical.ts";

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
};

const { is_ipv6: withDefault, cni: optional, name: required } = clusterBody.shape;

test("a field with a default can be omitted, like an optional field", () => {
  expect([withDefault, optional, required].map(isOptional)).toEqual([true, true, false]);
});

test("null for a field with a default means the same as omitting it", () => {
  expect(canonical(clusterBody, { isIpv6: null, fixedNetwork: null })).toEqual(canonical(clusterBody, {}));
});

test("every list of objects that an update replaces has a key, by which its elements are recognized", () => {
  const listsIn = (path: string, schema: z.core.$ZodType): string[] => {
    const { immutable, listKey } = metadataOf(schema);
    if (immutable === true) return [];
    const bare = unwrap(schema);
    const { shape = {}, options = [], ...below } = bare._zod.def as Def;
    const element = below.element ?? below.valueType;
    const isUnkeyed = below.element !== undefined && shapeOf(unwrap(below.element)) !== undefined;
    return [
      ...(isUnkeyed && listKey === undefined ? [path] : []),
      ...(element === undefined ? [] : listsIn(`${path}[]`, element)),
      ...options.flatMap((option) => listsIn(path, option)),
      ...Object.entries(shape).flatMap(([name, field]) => listsIn(`${path}.${name}`, field)),
    ];
  };
  expect(Object.entries(resources).flatMap(([name, { schema }]) => listsIn(name, schema))).toEqual([]);
});

test("metadata of a resource's inputs does not apply to parameters of endpoints", () => {
  expect(metadataOf(clusterSchema.shape.project_id)).toEqual({ immutable: true });
  const parameters = Object.values<Endpoint>(endpoints).flatMap(({ params }) => Object.values(params.shape));
  expect(parameters.filter((field) => metadataOf(field as z.ZodType).immutable === true)).toEqual([]);
});
