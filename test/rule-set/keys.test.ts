import { expect, test } from "vitest";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";

test("a key that every object has as a property is refused with its place in the list", async () => {
  const provider = dynamicProvider(ruleSetHandler);
  const settings: Record<string, string> = {
    "cloudplatform:baseUrl": "http://127.0.0.1:9",
    "cloudplatform:apiKey": "k",
  };
  await provider.configure?.({ config: { get: (key: string) => settings[key] } as never });
  const rule = { rule: "/a", ruleType: 0 };
  const __urn = "urn:pulumi:a::b::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet::shop";
  for (const key of ["constructor", "toString", "valueOf"]) {
    const inputs = { rules: { images: rule, [key]: rule }, order: ["images", key], __provider: "x", __urn };
    const { failures } = (await provider.check?.({}, inputs)) ?? {};
    expect(failures).toEqual([{ property: "rules[1].key", reason: expect.stringContaining("take another key") }]);
  }
});
