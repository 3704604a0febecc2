import { expect, test } from "vitest";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
const { store } = emulator.platform;
const harness = (name: string) =>
  new EngineHarness(ruleSetHandler, emulator, `urn:pulumi:test::test::cloudplatform:cdn:RuleSet::${name}`);
const rule = (key: string) => ({ rule: `/${key}/`, ruleType: 0, name: key });
const templates = (name: string) => store.ruleTemplates.all().filter((one) => one.name === name);

test("a rule that imports a template adopts it, the others are created, and the order determines the weights", async () => {
  const [example] = store.ruleTemplates.all().filter((one) => one.default !== true);
  if (example === undefined) throw new Error("no rule template");
  store.ruleTemplates.put(9000, { ...example, ...rule("taken"), id: 9000, options: {}, weight: 5 } as never);
  const set = harness("shop");
  const rules = { fresh: rule("fresh"), taken: { ...rule("taken"), import: "9000" } };
  await set.up({ rules, order: ["fresh", "taken"] });
  expect(templates("taken").map(({ id }) => id)).toEqual([9000]);
  expect(templates("fresh")).toHaveLength(1);
  const [first, second] = [templates("fresh"), templates("taken")].map(([one]) => Number(one?.weight));
  expect(first).toBeLessThan(second ?? 0);
  expect(await set.preview({ rules, order: ["fresh", "taken"] })).toBe("same");
});
