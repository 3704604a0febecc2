import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { PartialFailureError } from "../../provider/engine/handler/errors.ts";
import { rehearseCreation } from "../../provider/engine/lifecycle/rehearse.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import { hello } from "../app-template/template.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";

const emulator = await platform();
const control = controlOf(emulator);
const backend = await exportedState();
afterAll(() => backend.remove());

const urn = (name: string) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/edge:Secret::${name}`;
const secret = (name: string) => ({ name, secretSlots: [{ slot: 0, value: "planted-value" }] });
const resource = (name: string) => new EngineHarness(secretHandler, emulator, urn(name));

beforeEach(async () => {
  await control.reset();
  backend.write("dev", []);
});

/** Returns the requests that are not GET. */
const writes = async () => (await control.requests()).filter((line) => !line.startsWith("GET"));

test("a preview fails where the create would, with the same text, and sends nothing", async () => {
  const other = resource("other");
  await other.up(secret("taken"));
  backend.write("dev", [{ urn: urn("other"), type: "pulumi-nodejs:dynamic/cloudplatform/edge:Secret", id: "x" }]);
  await control.clearRequests();
  const text = await resource("mine")
    .preview(secret("taken"))
    .catch((error: Error) => error.message);
  expect(text).toMatch(/has the same name/);
  expect(await writes()).toEqual([]);
  // The create itself fails with the same text.
  const error = await resource("mine")
    .up(secret("taken"))
    .catch((error: Error) => error.message);
  expect(error).toContain(text);
});

test("a create that could continue is previewed as a create, and sends nothing", async () => {
  await control.clearRequests();
  expect(await resource("free").preview(secret("free"))).toBe("create");
  expect(await writes()).toEqual([]);
});

test("an update skips the preview check: the create itself follows, and fails with the same text", async () => {
  await resource("holder").up(secret("held"));
  const first = resource("first");
  await first.up(secret("first"));
  const next = new EngineHarness(secretHandler, emulator, urn("next"), {}, first);
  await control.clearRequests();
  expect((await next.check(secret("held"))).failures).toEqual([]);
  expect(await control.requests()).toEqual([]);
  await expect(next.up(secret("held"))).rejects.toThrow(/has the same name/);
});

test("a platform that does not respond stops no preview", async () => {
  await control.fault({ name: "status", endpoint: "secrets.list", status: 503, probability: 1, seed: 1 });
  expect(await resource("mute").preview(secret("mute"))).toBe("create");
});

test("a resource in state gets no preview check of its create", async () => {
  const own = resource("own");
  await own.up(secret("own"));
  backend.write("dev", [{ urn: urn("own"), type: "pulumi-nodejs:dynamic/cloudplatform/edge:Secret", id: "x" }]);
  // The engine checks a forced replacement without the inputs in state.
  expect(await resource("own").preview(secret("own"))).toBe("create");
});

test("a preview fails where the create would after `pulumi state move`, although the create's record is still there", async () => {
  const type = "pulumi-nodejs:dynamic/cloudplatform/edge:AppTemplate";
  const moved = urn("moved").replace("edge:Secret", "edge:AppTemplate");
  const own = (settings = {}) => new EngineHarness(appTemplateHandler, emulator, moved, settings);
  const created = own();
  const inputs = { ...hello, name: "moved" };
  await created.up(inputs);
  backend.write("two", [{ urn: moved.replace(":dev:", ":two:"), type, ...created.state }]);
  onTestFinished(() => backend.write("two", []));
  // A different setting means a new client, as in another process.
  await expect(own({ "cloudplatform:pollTimeoutSeconds": "7300" }).preview(inputs)).rejects.toThrow("stack two");
});

test("a template that already exists is refused at preview", async () => {
  const name = (of: string) => urn(of).replace("edge:Secret", "edge:AppTemplate");
  const inputs = { ...hello, name: "twice" };
  await new EngineHarness(appTemplateHandler, emulator, name("first")).up(inputs);
  await control.clearRequests();
  const preview = new EngineHarness(appTemplateHandler, emulator, name("second")).preview(inputs);
  await expect(preview).rejects.toThrow(/the same/);
  const { failures } = await new EngineHarness(appTemplateHandler, emulator, name("third")).check(inputs);
  expect(failures).toMatchObject([{ property: "", reason: expect.stringContaining("the same") }]);
  expect(await writes()).toEqual([]);
});

test("a new rule of a set stops the preview where another run has created an equal template, and not where the same run has", async () => {
  const ofType = (type: string, name: string) => urn(name).replace("edge:Secret", `cdn:${type}`);
  const set = (name: string, settings = {}) =>
    new EngineHarness(ruleSetHandler, emulator, ofType("RuleSet", name), settings);
  const rules = { rules: { one: { rule: "/equal/", ruleType: 0 } }, order: ["one"] };
  expect(await set("free").preview(rules)).toBe("create");
  const template = new EngineHarness(ruleTemplateHandler, emulator, ofType("RuleTemplate", "first"));
  await template.up({ rule: "/equal/", ruleType: 0, weight: 1_000 });
  await control.clearRequests();
  // Creates in a run share one list for 3 s: an object created since then belongs to another resource of the program.
  expect(await set("second").preview(rules)).toBe("create");
  expect(await control.requests()).toEqual([]);
  // A different setting means a new client, as in another process.
  const { failures } = await set("third", { "cloudplatform:pollTimeoutSeconds": "7300" }).check(rules);
  expect(failures).toMatchObject([{ property: "rules.one", reason: expect.stringContaining("the same content") }]);
  expect(await writes()).toEqual([]);
});

test("a preview fails where the create journal cannot be written, and sends nothing", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "journal-")), "file");
  writeFileSync(file, "");
  vi.stubEnv("CLOUDPLATFORM_INTENT_DIR", join(file, "intents"));
  onTestFinished(() => void vi.unstubAllEnvs());
  await control.clearRequests();
  await expect(resource("mine").preview(secret("mine"))).rejects.toThrow(
    `(${file} is not a folder). Nothing was sent.`,
  );
  expect(await writes()).toEqual([]);
});

test("a preview warns of a creation that would stop halfway, unless only the time of the preview is over", async () => {
  const texts: string[] = [];
  const context = { ...contextOn(emulator), urn: urn("halfway"), ownership: new ProcessOwnership() };
  const rehearse = (waitMs: number) => {
    const create = async () => {
      await time.advance(waitMs);
      throw new PartialFailureError("1", {}, `halfway after ${waitMs}`, "CP2309");
    };
    return rehearseCreation({ ...secretHandler, create }, secret("halfway"), {
      ...context,
      warn: (text) => texts.push(text),
    });
  };
  expect([await rehearse(1_000), await rehearse(6_000)]).toEqual([[], []]);
  expect(texts).toEqual(["pulumi up will stop: halfway after 1000 [CP2309]"]);
});
