import { clusterBody, type Endpoint, endpoints } from "@cloudplatform/pulumi/api";
import { isOptional, metadataOf } from "@cloudplatform/pulumi/schema";
import { expect, test } from "vitest";
import type { z } from "zod";
import { clusterSchema } from "../../provider/resources/cluster/definition.ts";
import { canonical } from "../../provider/schema/canonical.ts";

const { is_ipv6: withDefault, cni: optional, name: required } = clusterBody.shape;

test("a field with a default can be omitted, like an optional field", () => {
  expect([withDefault, optional, required].map(isOptional)).toEqual([true, true, false]);
});

test("null for a field with a default means the same as omitting it", () => {
  expect(canonical(clusterBody, { isIpv6: null, fixedNetwork: null })).toEqual(canonical(clusterBody, {}));
});

test("metadata of a resource's inputs does not apply to parameters of endpoints", () => {
  expect(metadataOf(clusterSchema.shape.project_id)).toEqual({ immutable: true });
  const parameters = Object.values<Endpoint>(endpoints).flatMap(({ params }) => Object.values(params.shape));
  expect(parameters.filter((field) => metadataOf(field as z.ZodType).immutable === true)).toEqual([]);
});
