import { clusterBody } from "@cloudplatform/pulumi/api";
import { isOptional } from "@cloudplatform/pulumi/schema";
import { expect, test } from "vitest";
import { canonical } from "../../provider/schema/canonical.ts";

const { is_ipv6: withDefault, cni: optional, name: required } = clusterBody.shape;

test("a field with a default may be left out, like one that is optional", () => {
  expect([withDefault, optional, required].map(isOptional)).toEqual([true, true, false]);
});

test("null for a field with a default says what leaving it out says", () => {
  expect(canonical(clusterBody, { isIpv6: null, fixedNetwork: null })).toEqual(canonical(clusterBody, {}));
});
