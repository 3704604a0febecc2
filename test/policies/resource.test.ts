import { kindOf, withParts } from "@cloudplatform/policies";
import { expect, test } from "vitest";
import { kindOfResource } from "../../policies/engine/resource.ts";
import { Value } from "../../policies/engine/value.ts";
import { resourceNames, resources } from "../../provider/resources/registry.ts";
import { resource } from "../helpers/declared.ts";

const foreign = "pulumi-nodejs:dynamic:Resource";

test.each(resourceNames.filter((name) => name !== "cdn.RuleSet"))(
  "%s is known by its inputs under a foreign token",
  (name) => {
    const inputs = Object.fromEntries(resources[name].identifyingInputs.map((input) => [input, "x"]));
    expect(kindOfResource(foreign, inputs)).toBe(name);
    expect(kindOfResource("aws:eks:Cluster", inputs)).toBeUndefined();
    for (const left of Object.keys(inputs)) {
      const { [left]: _, ...rest } = inputs;
      expect(kindOfResource(foreign, rest)).not.toBe(name);
    }
  },
);

test.each([
  "pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster",
  "cloudplatform:kubernetes:Cluster",
  "cloudplatform:kubernetes/cluster:Cluster",
])("%s is a cluster", (type) => {
  expect(kindOf(type)).toBe("kubernetes.Cluster");
});

test.each(["pulumi:pulumi:Stack", "aws:eks:Cluster", "cloudplatform:kubernetes:Pool", "other/kubernetes:Cluster"])(
  "%s is not one of the platform's resources",
  (type) => {
    expect(kindOf(type)).toBeUndefined();
  },
);

test("a value of another type is no number, text or switch", () => {
  const value = new Value({ a: "1", b: 1, c: true }, () => undefined);
  const read = (name: string) => [value.get(name).text(), value.get(name).number(), value.get(name).boolean()];
  expect(["a", "b", "c"].map(read)).toEqual([
    ["1", undefined, undefined],
    [undefined, 1, undefined],
    [undefined, undefined, true],
  ]);
});

test("a field in the user's spelling goes before the platform's", () => {
  const value = new Value({ user_name: "old", userName: "new" }, () => undefined);
  expect(value.get("userName").text()).toBe("new");
  expect(value.get("userId").path).toBe("userId");
});

test("each rule gets the same objects of a resource, by which it caches results", () => {
  const set = resource({ kind: "cdn.RuleSet", name: "shop", inputs: { rules: { a: { rule: "/a", ruleType: 0 } } } });
  const [whole, part] = withParts(set);
  expect([whole, part?.name]).toEqual([set, "shop/a"]);
  expect(withParts(set)[1]).toBe(part);
});
