import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack, type TestStack } from "../helpers/stack.ts";
import * as ruleSets from "./rule-set-world.ts";
import { api, deleted, drifted, first, second } from "./world.ts";

/** A change to record. */
interface Recording {
  /** The recording's folder in the fixtures. */
  folder: string;
  first: string;
  /** Returns the program after the change, which may use the first program's outputs. */
  second(outputs: Record<string, unknown>): string;
  drifted: Record<string, object>;
  deleted: string;
}

const recordings: Readonly<Record<string, Recording>> = {
  change: { folder: "", first, second: () => second, drifted: { drifted }, deleted },
  "rule-set": { folder: "rule-set", ...ruleSets },
};

/**
 * Records the real engine's output of a preview, so that tests of reviews need no engine: `node test/review/record.ts`,
 * optionally with the name of one recording. Values that differ between runs or machines are left out.
 */
const wanted = process.argv[2];
for (const [name, recording] of Object.entries(recordings))
  if (wanted === undefined || wanted === name) await recordChange(recording);

async function recordChange({ folder, first, second, drifted, deleted }: Recording): Promise<void> {
  const fixtures = fileURLToPath(new URL(join("fixtures", folder, "."), import.meta.url));
  await mkdir(fixtures, { recursive: true });
  const emulator = await startEmulator({ port: 0, speed: 100_000 });
  const stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_CLIENT_ID: "5" } });
  const target = { stack, fixtures };
  try {
    await stack.configure({ "test:plain": "one" }, { "test:hidden": "planted-config-secret" });
    await stack.program(first);
    const up = await stack.up();
    if (up.code !== 0) throw new Error(up.output);
    const call = api(emulator.url);
    for (const [name, body] of Object.entries(drifted)) await call.change(name, body);
    await call.remove(deleted);
    await record(target, "refresh", "--preview-only");
    await stack.program(second((await stack.outputs()) as Record<string, unknown>));
    const plan = join(stack.folder, "plan.json");
    await writeFile(join(stack.folder, "pack.json"), '{"no-destruction":"advisory"}');
    const pack = ["--policy-pack", fileURLToPath(new URL("../../policies", import.meta.url))];
    const secrets = ["--show-secrets", "--policy-pack-config", "pack.json"];
    await record(target, "preview", "--refresh", "--save-plan", plan, ...pack, ...secrets);
    await save(target, "plan.json", await readFile(plan, "utf8"));
    const exported = await stack.run("stack", "export");
    await save(target, "state.json", exported.output);
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

/** A stack, and the folder for its recording. */
interface Target {
  stack: TestStack;
  fixtures: string;
}

async function record(target: Target, command: string, ...args: string[]): Promise<void> {
  const { stack } = target;
  const known = await readdir(stack.folder);
  const done = await stack.run(command, ...args);
  if (done.code !== 0) throw new Error(done.output);
  const logs = (await readdir(stack.folder)).filter((name) => name.startsWith("events-") && !known.includes(name));
  const lines = (await readFile(join(stack.folder, logs[0] ?? ""), "utf8")).split("\n");
  // Debug messages and the lists of passed policies are most of a log. Reviews do not read them.
  const isNoise = (line: string) => /"severity":"debug"|"policy(Load|Remediate|Analyze)\w*Event"/.test(line);
  await save(target, `${command}.jsonl`, lines.filter((line) => line !== "" && !isNoise(line)).join("\n"));
}

async function save({ stack, fixtures }: Target, name: string, text: string): Promise<void> {
  const folders = [stack.folder, fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")];
  const clean = folders.reduce((current, folder) => current.replaceAll(folder, "/project"), text);
  await writeFile(join(fixtures, name), `${clean.trimEnd()}\n`);
}
