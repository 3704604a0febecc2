/**
 * Records the state of a version for `earlier-states.test.ts`: deploys `<version>/program.ts` with the real CLI and the current
 * code. Run once for each release: `node test/e2e/states/make.ts 0.1`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { startEmulator } from "@cloudplatform/emulator";
import { controlOf } from "../../helpers/control.ts";
import { openStack } from "../../helpers/stack.ts";
import { collections, programOf, urlMark } from "./states.ts";

const [version = ""] = process.argv.slice(2);
const folder = new URL(`./${version}/`, import.meta.url);
const emulator = await startEmulator({ port: 0, speed: 600 });
const control = controlOf(emulator);
const stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
try {
  await control.change("ruleTemplates", 77, { name: "Old pages", rule: "/old", ruleType: 0, options: {} });
  const initial = new Map<string, Set<unknown>>();
  for (const name of collections) initial.set(name, new Set((await control.state(name)).map(({ id }) => id)));
  initial.get("ruleTemplates")?.delete(77);

  // The cluster `unfinished` times out after all other resources are finished.
  await stack.program(programOf(version));
  const first = await stack.up("--exclude", urnOf("unfinished"));
  if (first.code !== 0) throw new Error(first.output);
  await control.fault({ name: "task-stall", endpoint: "clusters.create", count: 1 });
  const second = await stack.up();
  if (second.code === 0) throw new Error("The cluster was meant to stay unfinished.");

  const file = new URL("state.json", folder);
  const exported = await stack.run("stack", "export", "--file", file.pathname);
  if (exported.code !== 0) throw new Error(exported.output);
  const text = (await readFile(file, "utf8")).replaceAll(emulator.url, urlMark);
  // Source positions contain paths of this machine.
  const isKept = (key: string) => key !== "sourcePosition" && key !== "stackTrace";
  const state: unknown = JSON.parse(text, (key, value) => (isKept(key) ? value : undefined));
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`);
  const records: Record<string, unknown[]> = {};
  for (const name of collections)
    records[name] = (await control.state(name)).filter(({ id }) => initial.get(name)?.has(id) !== true);
  await writeFile(new URL("platform.json", folder), `${JSON.stringify(records, null, 2)}\n`);
} finally {
  await stack.remove();
  await emulator.close();
}

function urnOf(name: string): string {
  return `urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster::${name}`;
}
