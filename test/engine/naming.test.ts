import { clusterBody, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { camel, fromWire, pathText, toWire, userPath } from "@cloudplatform/pulumi/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryOf } from "../helpers/arbitrary.ts";

test.each([
  ["fixed_network", "fixedNetwork"],
  ["ruleType", "ruleType"],
  ["started_at_primary", "startedAtPrimary"],
  ["inference_gpu_a100_count_limit", "inferenceGpuA100CountLimit"],
])("%s is spelled %s", (wire, user) => expect(camel(wire)).toBe(user));

test("every valid template comes back from the user's spelling as it was", () => {
  fc.assert(
    fc.property(arbitraryOf(ruleTemplateBody), (body) => {
      const spelled = fromWire(ruleTemplateBody, body as never);
      expect(toWire(ruleTemplateBody, spelled)).toEqual({ value: body, unknownKeys: [] });
    }),
    { numRuns: 200 },
  );
});

test("keys of maps are unchanged", () => {
  const pools = [{ name: "a", flavorId: "g1", minNodeCount: 1, labels: { some_label: "x", someLabel: "y" } }];
  const { value, unknownKeys } = toWire(clusterBody, { pools });
  expect(unknownKeys).toEqual([]);
  expect(value).toEqual({
    pools: [{ name: "a", flavor_id: "g1", min_node_count: 1, labels: { some_label: "x", someLabel: "y" } }],
  });
});

test("the platform's spelling is not accepted if the user's spelling differs", () => {
  expect(toWire(clusterBody, { fixed_network: "x" }).unknownKeys).toMatchObject([{ key: "fixed_network" }]);
});

test("a path is in the user's spelling", () => {
  expect(pathText(userPath(clusterBody, ["pools", 0, "flavor_id"]))).toBe("pools[0].flavorId");
  expect(pathText(userPath(clusterBody, ["pools", 0, "labels", "a.b"]))).toBe('pools[0].labels["a.b"]');
  expect(pathText(userPath(ruleTemplateBody, ["options", "secure_key", "key"]))).toBe("options.secure_key.key");
});
