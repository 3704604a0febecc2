import { expect, test } from "vitest";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

/** An update is bound to the plan of its preview: an input that the plan does not have violates it, one that is not known yet does not. */
const emulator = await platform();
const urn = (name: string) => `urn:pulumi:test::test::cloudplatform:cdn:RuleSet::${name}`;
const harness = (name: string) => new EngineHarness(ruleSetHandler, emulator, urn(name));

const rule = (key: string) => ({ rule: `/${key}/`, ruleType: 0, name: key });
const later = { rules: unknownValue, order: unknownValue, adopted: ["77"] };

test("a preview that does not know the rules yet leaves open what the update adds to the inputs", async () => {
  const created = await harness("new").check(later);
  // Nothing can leave a set that does not exist yet.
  expect(created.inputs).not.toHaveProperty("adopted");
  expect(created.inputs).toMatchObject({ rules: unknownValue, imports: unknownValue });

  const existing = harness("existing");
  await existing.up({ rules: { a: rule("a"), b: rule("b") }, order: ["a", "b"] });
  expect((await existing.check(later)).inputs).toMatchObject({ imports: unknownValue, adopted: unknownValue });
});

test("a rule that is not known yet stays so, and may import a template", async () => {
  const { inputs, failures } = await harness("one").check({
    rules: { a: unknownValue, b: rule("b") },
    order: ["a", "b"],
  });
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject({ rules: { a: unknownValue, b: { rule: "/b/", weight: 2000 } }, imports: unknownValue });
});
