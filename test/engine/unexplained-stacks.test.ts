import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { accountText, originOf } from "../../provider/client/evidence/origin.ts";
import { scopeOf } from "../../provider/client/index.ts";
import { knownIds } from "../../provider/engine/ownership/known-ids.ts";
import { CreationNotes } from "../../provider/engine/ownership/machine-notes.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";

const machine = mkdtempSync(join(tmpdir(), "unexplained-"));
process.env.CLOUDPLATFORM_INTENT_DIR = machine;
process.env.TMPDIR = machine;
const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();
const control = controlOf(emulator);
const { requests, store } = emulator.platform;

const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
const urnOf = (stack: string) => `urn:pulumi:${stack}::shop::${type}::images`;
const inputs = { name: "images", rule: "/images/", ruleType: 0 };

function put(id: number, content: object): void {
  const [like] = store.ruleTemplates.all();
  const own = { id, client: emulator.platform.clientId, default: false, options: {} };
  store.ruleTemplates.put(id, { ...like, ...own, ...content } as never);
}

function giveToProd(...ids: number[]): void {
  const provider = "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::default";
  const settings = { "cloudplatform:baseUrl": emulator.url };
  backend.write("prod", [
    { urn: provider, type: "pulumi:providers:pulumi-nodejs", id: "p", inputs: settings },
    ...ids.map((id) => ({ urn: `${urnOf("prod")}-${id}`, type, id: String(id), provider: `${provider}::p` })),
  ]);
}

test("the state of another stack explains a new object, also while a create of this machine could explain it", async () => {
  backend.write("dev", []);
  backend.write("prod", []);
  const account = accountText(await originOf(clientOf(emulator).bind(scopeOf("the test"))));
  await new CreationNotes(`${account} ${ruleTemplateHandler.noun}`, "another", "another").write();
  await control.fault({ name: "drop-before", endpoint: "ruleTemplates.create", count: 1 });
  time.hold();
  const ended = new EngineHarness(ruleTemplateHandler, emulator, urnOf("dev")).up(inputs);
  const sent = () => requests.list({}).filter(({ endpoint }) => endpoint === "ruleTemplates.create").length;
  await expect.poll(sent).toBe(1);
  put(9_000_001, { name: "elsewhere", rule: "/elsewhere/" });
  giveToProd(9_000_001);
  time.release();
  await ended;
  expect(sent()).toBe(2);
});

test("of several new objects, the states of other stacks leave the own one", async () => {
  backend.write("dev", []);
  const urn = `${urnOf("dev")}-own`;
  const record = await CreateRecordFile.open(urn, emulator.url);
  record.asks(inputs);
  const known = knownIds(store.ruleTemplates.all().map(({ id }) => id));
  await record.note({ mark: { known }, at: Date.now() - 600_000 });
  for (const id of [9_000_002, 9_000_003, 9_000_004]) put(id, inputs);
  giveToProd(9_000_002, 9_000_004);
  const interrupted = new EngineHarness(ruleTemplateHandler, emulator, urn);
  await interrupted.up(inputs);
  expect(interrupted.state?.id).toBe("9000003");
});
