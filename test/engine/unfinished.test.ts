import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scopeOf } from "@cloudplatform/pulumi/client";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { platformKey } from "../../provider/client/platform-id.ts";
import { notResumedTexts, unfinishedTexts } from "../../provider/engine/ownership/orphaned-creates.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { OperationSecrets, withSecrets } from "../../provider/engine/secrets/operation-secrets.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const folder = join(mkdtempSync(join(tmpdir(), "unfinished-")), "intents");
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const engine = await exportedState();
afterAll(() => engine.remove());

/** The ownership state of the current engine process. */
let engineProcess = new ProcessOwnership();

const emulator = await platform();
const { url } = emulator;
const client = clientOf(emulator).bind(scopeOf("the test"));
const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
let last = 0;

/** Creates a new stack for each test, because a process reports each interrupted create only once. */
function newStack() {
  const stack = `stack-${++last}`;
  engineProcess = new ProcessOwnership();
  const urn = (name: string) => `urn:pulumi:${stack}::shop::${type}::${name}`;
  const record = (name: string) => CreateRecordFile.open(urn(name), url);
  const inState = (...names: [name: string, id: string][]) =>
    engine.write(
      stack,
      names.map(([name, id]) => ({ urn: urn(name), type, id })),
    );
  inState();
  // Empty the stacks of earlier tests.
  for (let other = 1; other < last; other++) engine.write(`stack-${other}`, []);
  return { urn, stack, record, inState };
}

const mark = { mark: { after: 41 } };
async function recorded(record: CreateRecordFile): Promise<CreateRecordFile> {
  await record.note(mark);
  return record;
}
/** The resource whose operation reports the interrupted creates. */
const asking = (urn: string) => ({ urn, ownership: engineProcess, client });
const lines = async (urn: string) =>
  (await unfinishedTexts(asking(urn))).map((text) => text.slice(0, text.indexOf(":")));
const asked = (name: string) =>
  `The creation of "${name}" in this stack was interrupted, and what it has created is in no state`;
const made = (name: string, id: string) =>
  `The creation of "${name}" in this stack was interrupted, and rule template ${id}, which it has created, is in no state`;

describe("the resources of a stack tell of", () => {
  test("a creation without a response, with its record and the ways on, once in a process", async () => {
    const { urn, record } = newStack();
    const open = await record("images");
    await open.note(mark);
    expect(await unfinishedTexts(asking(urn("beside")))).toEqual([
      `${asked("images")}: neither refresh nor destroy sees it. Run pulumi up, which finds it, before pulumi destroy; or check what was created on the platform, and remove the record ${open.place}.`,
    ]);
    expect(await unfinishedTexts(asking(urn("another")))).toEqual([]);
  });

  test("a creation of which its own resource, an object that is to be replaced, asks first", async () => {
    const { urn, record } = newStack();
    await (await record("images")).note(mark);
    expect(await unfinishedTexts(asking(urn("images")))).toEqual([]);
    expect(await lines(urn("beside"))).toEqual([asked("images")]);
  });

  test("an interrupted replacement, whose resource has another object in state", async () => {
    const { urn, record, inState } = newStack();
    const open = await record("images");
    await open.note({ ...mark, id: "8" });
    inState(["images", "7"]);
    expect(await unfinishedTexts(asking(urn("images")), "8")).toEqual([]);
    expect(await unfinishedTexts(asking(urn("images")), "7")).toEqual([
      `${made("images", "8")}: pulumi up continues with it only where it replaces the resource (--replace, with its URN); or check what was created on the platform, and remove the record ${open.place}.`,
    ]);
    expect(await unfinishedTexts(asking(urn("images")), "7")).toEqual([]);
  });

  test("an interrupted replacement at the id of what was deleted before it, as of clusters of one name", async () => {
    const { urn, record, inState } = newStack();
    await (await record("images")).note({ ...mark, id: "7" });
    inState(["images", "7"]);
    expect(await lines(urn("beside"))).toEqual([]);
    const replaced = newStack();
    await (await replaced.record("images")).note({ ...mark, id: "7" });
    engine.write(replaced.stack, [{ urn: replaced.urn("images"), type, id: "7", pendingReplacement: true }]);
    expect(await lines(replaced.urn("beside"))).toEqual([made("images", "7")]);
  });

  test("no replacement whose object the state has: what it has replaced is deleted", async () => {
    const { urn, record, inState } = newStack();
    await (await record("images")).note({ ...mark, id: "8" });
    inState(["images", "8"], ["images", "7"]);
    expect(await unfinishedTexts(asking(urn("images")), "7")).toEqual([]);
  });

  test("a creation whose response came when the engine was gone, whatever the state says", async () => {
    const { urn, record, inState } = newStack();
    await (await record("images")).note({ ...mark, id: "7", isLost: true });
    inState(["images", "7"]);
    expect(await lines(urn("beside"))).toEqual([made("images", "7")]);
  });

  test("a creation that was answered, but that the state does not have", async () => {
    const { urn, record, inState } = newStack();
    for (const [name, id] of [
      ["kept", "7"],
      ["renamed", "8"],
      ["killed", "9"],
    ] as const) {
      const one = await record(name);
      await one.note(mark);
      await one.noteResponse({ id });
    }
    inState(["kept", "7"], ["other-name", "8"]);
    expect(await lines(urn("beside"))).toEqual([made("killed", "9")]);
  });

  test("a creation of a provider's process that has ended, or whose engine has, and of none that serves the same program", async () => {
    const { urn, record } = newStack();
    const writtenBy = async (name: string, pid: number | undefined, engine?: string) => {
      const { place } = await recorded(await record(name));
      writeFileSync(place, JSON.stringify({ ...JSON.parse(readFileSync(place, "utf8")), pid, engine }));
    };
    await writtenBy("runs", process.ppid);
    // The SDK's process outlives a killed engine. Nothing listens on port 1.
    await writtenBy("without-engine", process.ppid, "127.0.0.1:1");
    await writtenBy("ended", spawnSync(process.execPath, ["--version"]).pid);
    expect((await lines(urn("beside"))).sort()).toEqual([asked("ended"), asked("without-engine")].sort());
  });

  test("a creation whose record is encrypted, without the id, which may be secret", async () => {
    const { urn, record, inState } = newStack();
    inState();
    const secrets = new OperationSecrets([["name"]], [{ name: "planted-name" }], []);
    secrets.sealKey = "key";
    await withSecrets(secrets, async () => {
      await (await record("images")).note({ mark: { request: { name: "planted-name" } }, id: "909", isLost: true });
      expect(await lines(urn("beside"))).toEqual([asked("images")]);
    });
  });

  test("a creation in an account of which the state has no object, where that of another account has the same id", async () => {
    const { urn, stack } = newStack();
    const others = emulator.platform.clientId + 1;
    await (await CreateRecordFile.open(urn("images"), url, others)).note({ ...mark, id: "7" });
    const origin = { platform: platformKey(url), client: emulator.platform.clientId };
    engine.write(stack, [{ urn: urn("own"), type, id: "7", outputs: { __origin: origin } }]);
    expect(await lines(urn("beside"))).toEqual([made("images", "7")]);
  });

  test("an id that only an object of another type has", async () => {
    const { urn, stack, record } = newStack();
    await (await record("images")).note({ ...mark, id: "7" });
    engine.write(stack, [{ urn: urn("app"), type: type.replace("cdn:Rule", "edge:App"), id: "7" }]);
    expect(await lines(urn("beside"))).toEqual([made("images", "7")]);
  });
});

describe("an update tells of", () => {
  const reported = async (urn: string, heldId?: string) =>
    (await notResumedTexts(asking(urn), heldId)).map((text) => text.slice(0, text.indexOf(":")));

  test("a creation of a resource that the program does not declare, with the ways on, once in a process", async () => {
    const { urn, record } = newStack();
    const open = await record("images");
    await open.note(mark);
    engineProcess.noteDeclared(urn("beside"));
    expect(await notResumedTexts(asking(urn("beside")), "6")).toEqual([
      `${asked("images")}: this run finds it only if the program still declares it. If not, declare it again and run pulumi up; or check what was created on the platform, and remove the record ${open.place}.`,
    ]);
    expect(await reported(urn("beside"))).toEqual([]);
  });

  test("no creation that the program declares, that this run has finished, or that has begun since", async () => {
    const { urn, record } = newStack();
    await (await record("resumed")).note(mark);
    const finished = await record("finished");
    await finished.note(mark);
    engineProcess.noteDeclared(urn("resumed"));
    await finished.forget();
    expect(await reported(urn("beside"))).toEqual([]);
    await (await record("later")).note(mark);
    expect(await reported(urn("beside"))).toEqual([]);
  });

  test("an answered creation that the state does not have: of a provider that has died alone, the engine knows nothing", async () => {
    const { urn, record, inState } = newStack();
    for (const [name, id] of [
      ["kept", "7"],
      ["killed", "8"],
    ] as const)
      await (await record(name)).note({ ...mark, id });
    inState(["compared", "6"], ["kept", "7"]);
    expect(await reported(urn("compared"), "6")).toEqual([made("killed", "8")]);
    expect(await reported(urn("kept"), "7")).toEqual([]);
  });
});

describe("the resources of a stack tell nothing of", () => {
  test("a creation of another stack or project", async () => {
    const { record } = newStack();
    await (await record("images")).note(mark);
    const { urn } = newStack();
    expect(await unfinishedTexts(asking(urn("beside")))).toEqual([]);
  });

  test("a creation of the stack that had this name before", async () => {
    const { urn: renamed, stack } = newStack();
    const { urn, record, inState } = newStack();
    await (await record("images")).note({ ...mark, id: "7" });
    inState(["beside", "8"]);
    const origin = { platform: platformKey(url), client: emulator.platform.clientId };
    engine.write(stack, [{ urn: renamed("images"), type, id: "7", outputs: { __origin: origin } }]);
    expect(await lines(urn("beside"))).toEqual([]);
  });

  test("a creation whose object the state has, and forget its record, unless that is of another account", async () => {
    const { urn, stack, record } = newStack();
    const [one, cloud] = [await record("images"), await record("cloud")];
    const others = await CreateRecordFile.open(urn("images"), url, emulator.platform.clientId + 1);
    for (const each of [one, others]) await each.note({ ...mark, id: "7" });
    await cloud.note({ ...mark, id: "8" });
    const origin = { platform: platformKey(url), client: emulator.platform.clientId };
    const known = { urn: urn("images"), type, id: "7", outputs: { __origin: origin } };
    engine.write(stack, [known, { urn: urn("cloud"), type, id: "8" }]);
    expect(await lines(urn("beside"))).toEqual([]);
    expect([one, others, cloud].map(({ place }) => existsSync(place))).toEqual([false, true, true]);
  });

  test("their own creation, which goes on", async () => {
    const { urn, record } = newStack();
    await (await record("images")).note(mark);
    expect(await unfinishedTexts(asking(urn("images")))).toEqual([]);
  });

  test("a creation that this process has begun", async () => {
    const { urn, record } = newStack();
    engineProcess.noteDeclared(urn("images"));
    await (await record("images")).note(mark);
    expect(await unfinishedTexts(asking(urn("beside")))).toEqual([]);
  });

  test("a creation that was refused", async () => {
    const { urn, record } = newStack();
    const one = await record("images");
    await one.note(mark);
    await one.forget();
    expect(await unfinishedTexts(asking(urn("beside")))).toEqual([]);
  });

  describe("an answered creation that the state no longer has", () => {
    const second = 1_700_000_000_000;
    /** Pulumi's history has one run, which was in progress when the request was sent. */
    const afterRun = async (result: "succeeded" | "failed", facts: Properties = {}) => {
      const { urn, record, inState } = newStack();
      const one = await record("images");
      await one.note({ ...mark, at: second + 500, id: "7", ...facts });
      inState(["beside", "8"]);
      const [startTime, endTime] = [second, second + 9_000].map((time) => new Date(time).toISOString());
      engine.answer("stack history", `echo '${JSON.stringify([{ startTime, endTime, result }])}'`);
      return { texts: await lines(urn("beside")), isKept: existsSync(one.place) };
    };

    test("if its run succeeded: another machine has deleted the resource, and the record is forgotten", async () => {
      expect(await afterRun("succeeded")).toEqual({ texts: [], isKept: false });
    });

    test("but they do if its run failed, or another request of it is open", async () => {
      const kept = { texts: [made("images", "7")], isKept: true };
      expect(await afterRun("failed")).toEqual(kept);
      expect(await afterRun("succeeded", { earlier: [{ mark: { after: 1 }, at: 1 }] })).toEqual(kept);
    });
  });

  test("an answered creation while the state cannot be read", async () => {
    const { urn, stack, record } = newStack();
    const one = await record("images");
    await one.note({ ...mark, id: "7" });
    engine.write(stack, [{} as never]);
    expect(await unfinishedTexts(asking(urn("beside")))).toEqual([]);
  });

  test("a record that cannot be read, which stops its own resource only", async () => {
    const { urn, record } = newStack();
    const one = await record("images");
    await one.note({ mark: "text" });
    await (await record("killed")).note(mark);
    writeFileSync(one.place, "{");
    expect(await lines(urn("beside"))).toEqual([asked("killed")]);
  });
});
