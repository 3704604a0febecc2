import { expect, test } from "vitest";
import { limits } from "../../provider/api/index.ts";
import { whatText } from "../../provider/resources/rule-set/apply.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { bodyOf } from "../../provider/resources/rule-template/live.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

const rule = { rule: "/a", ruleType: 0 as const };

test.each([
  [{ templateId: undefined, after: rule, importId: undefined }, "Creating"],
  [{ templateId: undefined, after: rule, importId: "7" }, "Importing"],
  [{ templateId: 7, after: rule, importId: undefined }, "Updating"],
  [{ templateId: 7, after: undefined, importId: undefined }, "Deleting"],
])("a change of a rule, %j, is called %s", (change, verb) => {
  expect(whatText({ key: "images", ...change }, { name: "shop" })).toBe(`${verb} CDN rule template "shop/images"`);
});

test("a pattern of the maximum length is sent completely; its slash is omitted if it would be too long", () => {
  const { max } = limits.cdn.ruleLength;
  const bodyWith = (length: number) => bodyOf({ ...rule, rule: `/${"a".repeat(length - 1)}` }).rule;
  expect(bodyWith(max)).toBe(`/${"a".repeat(max - 1)}`);
  expect(bodyWith(max + 1)).toBe("a".repeat(max));
});

test("each rule that a set could not create names its own error code", async () => {
  const emulator = await platform();
  emulator.platform.faults.add({
    name: "status",
    status: 403,
    endpoint: "ruleTemplates.create",
    probability: 1,
    seed: 1,
  });
  const set = new EngineHarness(ruleSetHandler, emulator, "urn:pulumi:test::test::cloudplatform:cdn:RuleSet::shop");
  await expect(set.up({ rules: { images: rule }, order: ["images"] })).rejects.toThrow(
    /1 rules open \[CP2203\]:\nCreating CDN rule template "shop\/images" failed: .* \[CP1104\]\n/s,
  );
});

test("a rule that has a rule template in state cannot import another one", async () => {
  const emulator = await platform();
  const { ruleTemplates } = emulator.platform.store;
  const set = new EngineHarness(ruleSetHandler, emulator, "urn:pulumi:test::test::cloudplatform:cdn:RuleSet::late");
  await set.up({ rules: { images: rule, texts: { ...rule, rule: "/t" } }, order: ["images", "texts"] });
  const ids = set.state?.outputs.templateIds as { images: number; texts: number };
  const importing = (id: number) => ({ rules: { images: { ...rule, import: String(id) } }, order: ["images"] });
  await expect(set.up(importing(ids.texts))).rejects.toThrow(
    `"late/images" was refused: it has CDN rule template ${ids.images} in state, and import names ${ids.texts}`,
  );
  expect(ruleTemplates.get(ids.texts)).toBeDefined();
  await set.up(importing(ids.images));
  expect(ruleTemplates.get(ids.texts)).toBeUndefined();
});
