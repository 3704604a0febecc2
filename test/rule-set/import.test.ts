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

test("a rule with a new key keeps its template if it imports it", async () => {
  const first = harness("keyed");
  await first.up({ rules: { old: rule("keyed") }, order: ["old"] });
  const [{ id } = { id: 0 }] = templates("keyed");
  const renamed = { rules: { new: { ...rule("keyed"), import: String(id) } }, order: ["new"], adopted: [String(id)] };
  const set = harness("keyed");
  set.state = first.state;
  expect(await set.preview(renamed)).toBe("update");
  await set.up(renamed);
  expect(templates("keyed").map((one) => one.id)).toEqual([id]);
  expect(await set.preview(renamed)).toBe("same");
});
