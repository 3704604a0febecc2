import { afterAll, expect, test } from "vitest";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";

const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();

const urnOf = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::${name}`;
const inputs = { name: "own", rule: "/own/", ruleType: 0 };

test("a resource is created while reads still show the object of its record, which this machine has deleted", async () => {
  backend.write("dev", []);
  const first = new EngineHarness(ruleTemplateHandler, emulator, urnOf("own"));
  await first.up(inputs);
  const id = String(first.state?.id);
  emulator.platform.behaviors.change({ staleSeconds: 1 });
  await first.destroy();
  // This record remains if the resource was renamed through an alias before it was deleted.
  const record = await CreateRecordFile.open(first.urn, emulator.url, emulator.platform.clientId);
  await record.note({ mark: { known: [] }, at: 0, id });
  const again = new EngineHarness(ruleTemplateHandler, emulator, urnOf("own"));
  await again.up(inputs);
  expect(again.state?.id).not.toBe(id);
  expect(emulator.platform.store.ruleTemplates.all().filter(({ name }) => name === "own")).toHaveLength(1);
});

test("an interrupted creation does not adopt what another stack of this machine has created and deleted since", async () => {
  backend.write("dev", []);
  backend.write("prod", []);
  emulator.platform.behaviors.change({ staleSeconds: 0 });
  const interrupted = new EngineHarness(ruleTemplateHandler, emulator, urnOf("interrupted"));
  const record = await CreateRecordFile.open(interrupted.urn, emulator.url, emulator.platform.clientId);
  const known = emulator.platform.store.ruleTemplates.all().map(({ id }) => id);
  await record.note({ mark: { known }, at: 0 });
  const declared = { ...inputs, name: "shared" };
  const other = new EngineHarness(ruleTemplateHandler, emulator, urnOf("other").replace("dev", "prod"));
  await other.up(declared);
  emulator.platform.behaviors.change({ staleSeconds: 1 });
  await other.destroy();
  await interrupted.up(declared);
  const shared = emulator.platform.store.ruleTemplates.all().filter(({ name }) => name === "shared");
  expect(shared.map(({ id }) => String(id))).toEqual([interrupted.state?.id]);
});

test.each(Object.entries(openInProcess))(
  "an import is refused while reads still show what this machine has deleted: the %s provider",
  async (kind, open) => {
    backend.write("test", []);
    emulator.platform.behaviors.change({ staleSeconds: 0 });
    const declared = { ...inputs, name: `gone-${kind}` };
    const made = open(ruleTemplateHandler, emulator, `gone-${kind}`);
    await made.up(declared);
    const id = String(made.state?.id);
    emulator.platform.behaviors.change({ staleSeconds: 1 });
    await made.destroy();
    const importing = open(ruleTemplateHandler, emulator, `imported-${kind}`);
    await expect(importing.up({ ...declared, __adopt: id })).rejects.toThrow(`there is no CDN rule template ${id}`);
  },
);
