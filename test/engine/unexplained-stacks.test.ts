import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { accountText, originOf } from "../../provider/client/evidence/origin.ts";
import { scopeOf } from "../../provider/client/index.ts";
import { CreationNotes } from "../../provider/engine/ownership/machine-notes.ts";
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
  const [like] = store.ruleTemplates.all();
  store.ruleTemplates.put(9_000_001, {
    ...like,
    ...{ id: 9_000_001, client: emulator.platform.clientId, default: false, name: "elsewhere", rule: "/elsewhere/" },
  } as never);
  const provider = "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::default";
  const settings = { "cloudplatform:baseUrl": emulator.url };
  backend.write("prod", [
    { urn: provider, type: "pulumi:providers:pulumi-nodejs", id: "p", inputs: settings },
    { urn: urnOf("prod"), type, id: "9000001", provider: `${provider}::p` },
  ]);
  time.release();
  await ended;
  expect(sent()).toBe(2);
});
