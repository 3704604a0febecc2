import { expect, test } from "vitest";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { rulesThere } from "../../provider/resources/rule-set/rules.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

/** An update is constrained by the plan of its preview: an input missing from the plan violates it; one planned as unknown does not. */
const emulator = await platform();
const urn = (name: string) => `urn:pulumi:test::test::cloudplatform:cdn:RuleSet::${name}`;
const harness = (name: string) => new EngineHarness(ruleSetHandler, emulator, urn(name));

const rule = (key: string) => ({ rule: `/${key}/`, ruleType: 0, name: key });
const later = { rules: unknownValue, order: unknownValue, adopted: ["77"] };

test("a preview with unknown rules leaves computed inputs unknown", async () => {
  const created = await harness("new").check(later);
  // No rule can leave a set that does not exist yet.
  expect(created.inputs).not.toHaveProperty("adopted");
  expect(created.inputs).toMatchObject({ rules: unknownValue, imports: unknownValue });

  const existing = harness("existing");
  await existing.up({ rules: { a: rule("a"), b: rule("b") }, order: ["a", "b"] });
  expect((await existing.check(later)).inputs).toMatchObject({ imports: unknownValue, adopted: unknownValue });
});

test("templates that were adopted count only while a rule leaves the set", async () => {
  const set = harness("adopting");
  await set.up({ rules: { a: rule("a"), b: rule("b") }, order: ["a", "b"] });
  const kept = await set.check({ rules: { a: rule("a"), b: rule("b") }, order: ["a", "b"], adopted: ["77"] });
  expect(kept.inputs).not.toHaveProperty("adopted");
  expect((await set.check({ rules: { a: rule("a") }, order: ["a"], adopted: ["77"] })).inputs.adopted).toEqual(["77"]);
  expect((await set.check({ rules: { a: rule("a") }, order: ["a"] })).inputs).not.toHaveProperty("adopted");
});

test("a rule whose update was interrupted is the rule that was last read, or none", () => {
  const rules = { a: rule("a"), b: rule("b"), c: rule("c") };
  const state = { templateIds: { a: 1, b: 2, c: 3 }, unfinished: { b: rule("earlier"), c: null } };
  expect(rulesThere({ rules } as never, state as never)).toEqual({ a: rule("a"), b: rule("earlier"), c: undefined });
  expect(rulesThere({ rules } as never, state as never).c).toBeUndefined();
});

test("an unknown rule stays unknown, and may import a template", async () => {
  const { inputs, failures } = await harness("one").check({
    rules: { a: unknownValue, b: rule("b") },
    order: ["a", "b"],
  });
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject({ rules: { a: unknownValue, b: { rule: "/b/", weight: 2000 } }, imports: unknownValue });
});
