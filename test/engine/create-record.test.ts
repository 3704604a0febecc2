import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { platformKey } from "../../provider/client/platform-id.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const control = controlOf(emulator);
const home = mkdtempSync(join(tmpdir(), "intents-home-"));
const folder = join(home, "intents");
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(home, { recursive: true, force: true }));

beforeEach(async () => {
  await control.clearFaults();
  await control.clearRequests();
  rmSync(folder, { recursive: true, force: true });
});

let last = 0;
const template = () => ({ name: `intent-${++last}`, rule: `/intent-${last}/`, ruleType: 0 });

async function posts(): Promise<number> {
  return (await control.requests()).filter((line) => line.startsWith("POST")).length;
}

async function named(name: string): Promise<Record<string, unknown>[]> {
  return (await control.state("ruleTemplates")).filter((one) => one.name === name);
}

function harness(name: string, url = emulator.url): EngineHarness {
  return new EngineHarness(ruleTemplateHandler, { url }, name);
}

/** Returns the file of a resource's create record, as this release names it. */
function recordFile(name: string): string {
  const urn = `urn:pulumi:test::harness::cloudplatform::${name}`;
  const text = `\nclient ${emulator.platform.clientId}\n${urn}`;
  return join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 32)}.json`);
}

describe("a record that cannot be written stops the create before a request", () => {
  test.each<[string, (name: string) => void, string]>([
    ["a file in place of the folder", () => writeFileSync(folder, ""), `${folder} is not a folder`],
    [
      "a file in place of the folder above",
      () => {
        writeFileSync(join(home, "file"), "");
        symlinkSync(join(home, "file", "intents"), folder);
      },
      "",
    ],
    [
      "a folder in place of the file",
      (name) => mkdirSync(`${recordFile(name)}.${process.pid}.new`, { recursive: true }),
      "EISDIR",
    ],
  ])("%s", async (_, corrupt, why) => {
    const name = `unwritable-${++last}`;
    const inputs = template();
    corrupt(name);
    const failing = harness(name).up(inputs);
    await expect(failing).rejects.toThrow(`The record of the creation of "${name}" cannot be written to ${folder}`);
    await expect(failing).rejects.toThrow(why);
    await expect(failing).rejects.toThrow("Nothing was sent");
    expect(await posts()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
    await harness(name).up(inputs);
    expect(await named(inputs.name)).toHaveLength(1);
  });
});

test("of two runs that create a resource at once, one records its request, and the other sends none", async () => {
  const urn = "urn:pulumi:test::harness::cloudplatform::twice";
  const open = () => CreateRecordFile.open(urn, emulator.url);
  const [one, other] = [await open(), await open()];
  await one.note({ mark: {}, at: 1 });
  await expect(other.note({ mark: {}, at: 2 })).rejects.toThrow("another run of this stack");
  await one.note({ mark: {}, at: 3 });
  expect((await open()).previous).toMatchObject({ at: 3 });
  expect(readdirOf(folder).filter((file) => file.includes(".json"))).toHaveLength(1);
});

test("a record that cannot be written after the response loses nothing", async () => {
  const inputs = template();
  await control.fault({ name: "delay", endpoint: "ruleTemplates.create", ms: 600_000, count: 1 });
  const one = harness("late-failure");
  const going = one.up(inputs);
  await until("the request is recorded", () =>
    readdirOf(folder).some((file) => file.endsWith(".json")) ? true : undefined,
  );
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, "");
  await control.clearFaults();
  await going;
  expect(await named(inputs.name)).toMatchObject([{ id: Number(one.state?.id) }]);
});

test("a record that is written counts, also when one of an earlier release cannot be removed", async () => {
  const urn = "urn:pulumi:test::harness::cloudplatform::earlier-name";
  const record = await CreateRecordFile.open(urn, emulator.url);
  const earlier = `${createHash("sha256").update(`${emulator.url}\n${urn}`).digest("hex").slice(0, 32)}.json`;
  mkdirSync(join(folder, earlier), { recursive: true });
  await record.note({ mark: { after: 1 } });
  expect((await CreateRecordFile.open(urn, emulator.url)).previous).toEqual({ mark: { after: 1 } });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  await record.forget();
});

describe("an object whose creation never got into state", () => {
  /** Returns the record of a run whose engine was killed before the response arrived. */
  async function lost(name: string, inputs: object): Promise<string> {
    const one = harness(name);
    await one.up(inputs);
    const file = recordFile(name);
    const { facts, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    expect(facts.asked).toMatchObject(inputs);
    writeFileSync(file, JSON.stringify({ ...rest, facts: { ...facts, isLost: true } }));
    return one.state?.id ?? "";
  }

  test("is resumed, and changed as the program declares now", async () => {
    const inputs = { ...template(), weight: 1 };
    const id = await lost("lost", inputs);
    const again = harness("lost");
    await again.up({ ...inputs, weight: 2 });
    expect(again.state?.id).toBe(id);
    expect(await named(inputs.name)).toMatchObject([{ weight: 2 }]);
  });

  test("is not changed if somebody has changed it, because the preview shows a create", async () => {
    const inputs = { ...template(), weight: 1 };
    const id = await lost("lost-and-changed", inputs);
    await control.change("ruleTemplates", id, { weight: 7 });
    const failing = harness("lost-and-changed").up({ ...inputs, name: `${inputs.name}-renamed` });
    await expect(failing).rejects.toThrow(
      `an earlier run has created CDN rule template ${id}, which was changed on the platform since: weight is 7 there, not 1. Nothing was sent. Declare it as it is and set the resource option import: "${id}"`,
    );
    expect(await named(inputs.name)).toMatchObject([{ weight: 7 }]);
  });
});

function readdirOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

describe("a record that is there", () => {
  test.each([
    ["cannot be read", "{", "cannot be read"],
    ["is of another form", '{"version":3,"urn":"x","facts":{}}', "cannot be read"],
    [
      "is of an earlier release, of a request without a response",
      JSON.stringify({ urn: "x", baseUrl: emulator.url, facts: { mark: { after: 1 } } }),
      "an earlier release of the provider left the record of an interrupted creation",
    ],
  ])("and %s stops the creation with the ways on", async (_, text, words) => {
    const name = `unreadable-${++last}`;
    mkdirSync(folder);
    writeFileSync(recordFile(name), text);
    const failing = harness(name).up(template());
    await expect(failing).rejects.toThrow(words);
    await expect(failing).rejects.toThrow(recordFile(name));
    await expect(failing).rejects.toThrow("Nothing was sent");
    expect(await posts()).toBe(0);
  });

  test("of an earlier release, under the name that it had there, is found by its id", async () => {
    const inputs = template();
    const model = harness("model");
    await model.up(inputs);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const urn = "urn:pulumi:test::harness::cloudplatform::earlier";
    const file = `${createHash("sha256").update(`${emulator.url}\n${urn}`).digest("hex").slice(0, 32)}.json`;
    writeFileSync(join(folder, file), JSON.stringify({ urn, baseUrl: emulator.url, facts: { id: model.state?.id } }));
    await expect(harness("earlier").up(inputs)).rejects.toThrow(
      `an earlier run has created CDN rule template ${model.state?.id}`,
    );
    expect(await named(inputs.name)).toHaveLength(1);
  });

  test("is found in any spelling of the base URL, and its create continues", async () => {
    const inputs = template();
    await control.fault({ name: "delay", endpoint: "ruleTemplates.create", ms: 600_000, count: 1 });
    await control.fault({ name: "drop-after", endpoint: "ruleTemplates.create", count: 1 });
    const failing = expect(harness("spelled").up(inputs)).rejects.toThrow(
      "The search for what it may have created failed",
    );
    const { faults } = emulator.platform;
    await until("the request has arrived", () => faults.list().length === 0 || undefined);
    faults.removeAll();
    faults.add({ name: "status", endpoint: "ruleTemplates.list", status: 401, probability: 1, seed: 1 });
    await failing;
    await control.clearFaults();
    const again = harness("spelled", emulator.url.replace("127.0.0.1", "LOCALHOST").concat("/"));
    await again.up(inputs);
    expect(await named(inputs.name)).toMatchObject([{ id: Number(again.state?.id) }]);
  });

  test("is removed when its resource is in state", async () => {
    const inputs = template();
    const one = harness("seen");
    await one.up(inputs);
    expect(readdirOf(folder)).toContainEqual(expect.stringMatching(/\.json$/));
    await one.preview(inputs);
    expect(readdirOf(folder).filter((file) => file.endsWith(".json"))).toEqual([]);
  });

  test("goes also when another process has written it into a folder that was empty", async () => {
    const inputs = template();
    const one = harness("seen-later");
    await one.up(inputs);
    const record = readFileSync(recordFile("seen-later"));
    await one.preview(inputs);
    const before = new Date(Date.now() - 60_000);
    utimesSync(folder, before, before);
    await one.preview(inputs);
    writeFileSync(recordFile("seen-later"), record);
    await one.preview(inputs);
    expect(readdirOf(folder).filter((file) => file.endsWith(".json"))).toEqual([]);
  });
});

test.each([
  ["https://API.example.com/", "http://api.example.com", true],
  ["https://api.example.com:443/v1", "https://api.example.com/v1/", true],
  ["http://localhost:8787", "http://127.0.0.1:8787/", true],
  ["http://[::1]:8787", "http://localhost:8787", true],
  ["https://api.example.com", "https://api.example.org", false],
  ["https://api.example.com/v1", "https://api.example.com/v2", false],
  ["http://localhost:8787", "http://localhost:8788", false],
])("%s and %s are one platform: %s", (one, other, isSame) => {
  expect(platformKey(one) === platformKey(other)).toBe(isSame);
});

describe("records stand", () => {
  const module = fileURLToPath(new URL("../../provider/engine/records/record-folder.ts", import.meta.url));
  const placed = (cwd: string, env: Record<string, string>) => {
    const script = `import(${JSON.stringify(module)}).then(({ recordFolder }) => console.log(JSON.stringify(recordFolder())))`;
    const { CLOUDPLATFORM_INTENT_DIR: _, PULUMI_BACKEND_URL: __, ...rest } = process.env;
    const output = execFileSync(process.execPath, ["-e", script], { cwd, env: { ...rest, ...env }, encoding: "utf8" });
    return JSON.parse(output) as { path: string; owner: string };
  };
  const project = (name: string, backend = "") => {
    const path = mkdtempSync(join(home, name));
    writeFileSync(join(path, "Pulumi.yaml"), `name: test\nruntime: nodejs\n${backend}`);
    return path;
  };

  test("beside the project's file, also when the program is below it", () => {
    const path = project("shop-");
    mkdirSync(join(path, "src"));
    expect(placed(join(path, "src"), {})).toEqual({ path: join(path, ".cloudplatform", "intents"), owner: "" });
  });

  test("where the next run finds them when the Automation API runs an inline program", () => {
    const backend = "backend:\n  url: file:///var/state\n";
    const [one, other] = [project("automation-", backend), project("automation-", backend)];
    const env = { PULUMI_HOME: join(home, "pulumi") };
    expect(placed(one, env)).toEqual({
      path: join(home, "pulumi", "cloudplatform", "intents"),
      owner: "file:///var/state",
    });
    expect(placed(other, env)).toEqual(placed(one, env));
    expect(placed(one, { ...env, PULUMI_BACKEND_URL: "file:///var/state?metadata=skip" })).toEqual(placed(one, env));
    expect(placed(project("automation-"), { ...env, PULUMI_BACKEND_URL: "file:///elsewhere" }).owner).toBe(
      "file:///elsewhere",
    );
  });
});
