import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack } from "../helpers/stack.ts";
import { api, deleted, drifted, first, second } from "./world.ts";

/**
 * Records what the real engine writes in a preview, for the tests of reviews that need no engine: `node test/review/record.ts`.
 * What differs from run to run and machine to machine is left out.
 */
const fixtures = fileURLToPath(new URL("./fixtures/", import.meta.url));
await mkdir(fixtures, { recursive: true });
const emulator = await startEmulator({ port: 0, speed: 100_000 });
const stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_CLIENT_ID: "5" } });
try {
  await stack.config("test:plain", "one");
  await stack.config("test:hidden", "planted-config-secret", { secret: true });
  await stack.program(first);
  const up = await stack.up();
  if (up.code !== 0) throw new Error(up.output);
  const call = api(emulator.url);
  await call.change("drifted", drifted);
  await call.remove(deleted);
  await record("refresh", "--preview-only");
  await stack.program(second);
  const plan = join(stack.folder, "plan.json");
  await writeFile(join(stack.folder, "pack.json"), '{"no-destruction":"advisory"}');
  const pack = ["--policy-pack", fileURLToPath(new URL("../../policies", import.meta.url))];
  await record(
    "preview",
    "--refresh",
    "--save-plan",
    plan,
    "--show-secrets",
    ...pack,
    "--policy-pack-config",
    "pack.json",
  );
  await save("plan.json", await readFile(plan, "utf8"));
  const exported = await stack.run("stack", "export");
  await save("state.json", exported.output);
} finally {
  await stack.remove();
  await emulator.close();
}

async function record(command: string, ...args: string[]): Promise<void> {
  const known = await readdir(stack.folder);
  const done = await stack.run(command, ...args);
  if (done.code !== 0) throw new Error(done.output);
  const logs = (await readdir(stack.folder)).filter((name) => name.startsWith("events-") && !known.includes(name));
  const lines = (await readFile(join(stack.folder, logs[0] ?? ""), "utf8")).split("\n");
  // Debug texts and the policies' lists of what passed are most of a log, and no review reads them.
  const isNoise = (line: string) => /"severity":"debug"|"policy(Load|Remediate|Analyze)\w*Event"/.test(line);
  await save(`${command}.jsonl`, lines.filter((line) => line !== "" && !isNoise(line)).join("\n"));
}

async function save(name: string, text: string): Promise<void> {
  const folders = [stack.folder, fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")];
  const clean = folders.reduce((current, folder) => current.replaceAll(folder, "/project"), text);
  await writeFile(join(fixtures, name), `${clean.trimEnd()}\n`);
}
