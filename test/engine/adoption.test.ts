import { afterAll, expect, test } from "vitest";
import { adoptionFailures, adoptionText } from "../../provider/engine/lifecycle/adopt.ts";
import { createResource } from "../../provider/engine/lifecycle/create.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { unknownValue } from "../../provider/schema/index.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";

const backend = await exportedState();
afterAll(() => backend.remove());

test("a preview names the adopted object, and whether the id is known", () => {
  expect(adoptionText("Kubernetes cluster", "1/76/edge")).toMatch(/^imports Kubernetes cluster 1\/76\/edge .*nothing/);
  expect(adoptionText("Kubernetes cluster", unknownValue)).toMatch(/^imports the Kubernetes cluster that .*will name/);
});

test("an import names the object that a killed run has created for the resource, and that it leaves", async () => {
  const emulator = await platform();
  const { ruleTemplates } = emulator.platform.store;
  const [example] = ruleTemplates.all().filter((one) => one.default !== true);
  const inputs = { name: "images", rule: "/images/", ruleType: 0, options: {} };
  for (const id of [9000, 9001]) ruleTemplates.put(id, { ...example, ...inputs, id, weight: 1 } as never);
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::images";
  const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
  const began = { urn, type, inputs };
  backend.write("dev", [], [began, began]);
  const record = await CreateRecordFile.open(urn, emulator.url);
  record.asks(inputs);
  await record.note({ mark: { known: [] }, at: Date.now(), id: "9001" });
  const warnings: string[] = [];
  const context = contextOn(emulator, { urn, name: "images", warn: (text) => warnings.push(text) });

  expect(await adoptionFailures(ruleTemplateHandler, "9001", inputs, context)).toEqual([]);
  expect(warnings).toEqual([]);
  expect(await adoptionFailures(ruleTemplateHandler, "9000", inputs, context)).toEqual([]);
  const left = expect.stringMatching(
    /earlier run has created CDN rule template 9001 .*import names 9000\. .*delete it/,
  );
  expect(warnings).toEqual([left]);
  await createResource(ruleTemplateHandler, { inputs, context, adopt: "9000" });
  expect(warnings).toEqual([left, left]);
});

test("an import stops where the other provider would continue with the object of an interrupted creation", async () => {
  const emulator = await platform();
  const { ruleTemplates } = emulator.platform.store;
  const [example] = ruleTemplates.all().filter((one) => one.default !== true);
  const inputs = { name: "left", rule: "/left/", ruleType: 0, options: {} };
  ruleTemplates.put(9002, { ...example, ...inputs, id: 9002, weight: 1 } as never);
  backend.write("dev", []);
  const [native, dynamic] = ["cloudplatform:cdn:", "pulumi-nodejs:dynamic/cloudplatform/cdn:"].map(
    (prefix) => `urn:pulumi:dev::shop::${prefix}RuleTemplate`,
  );
  const record = await CreateRecordFile.open(`${dynamic}::left`, emulator.url);
  await record.note({ mark: { known: [] }, at: Date.now(), id: "9002", isLost: true });
  const failures = (type: string | undefined) =>
    adoptionFailures(
      ruleTemplateHandler,
      "9002",
      inputs,
      contextOn(emulator, { urn: `${type}::taker`, name: "taker" }),
    );
  const text = new RegExp(`interrupted run has requested it for ${dynamic}::left.*remove the record ${record.place}`);
  expect(await failures(native)).toMatchObject([{ code: "CP2125", reason: expect.stringMatching(text) }]);
  // One provider knows whether the program still declares its own resource.
  expect(await failures(dynamic)).toEqual([]);
});
