import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";

const run = promisify(execFile);
const emulator = await platform();
// Inside the checkout, so that Node resolves the workspace's packages.
const folder = await mkdtemp(fileURLToPath(new URL("../.stacks/script-", import.meta.url)));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Lists every module that the script's process resolves, on stderr. */
const watcher = `
import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    process.stderr.write("resolved " + found.url + "\\n");
    return found;
  },
});
`;

async function script(text: string): Promise<{ stdout: string; modules: string[] }> {
  await writeFile(join(folder, "watcher.mjs"), watcher);
  await writeFile(join(folder, "script.ts"), text);
  const env = { ...process.env, CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "local" };
  const args = ["--import", "./watcher.mjs", "script.ts"];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, env });
  const modules = stderr.split("\n").filter((line) => line.startsWith("resolved "));
  return { stdout, modules };
}

const isPulumi = (line: string) => /node_modules\/@pulumi\//.test(line);

const ofUndici = (line: string) => /node_modules\/undici\//.test(line);

test("a script runs lookups without loading Pulumi", async () => {
  const { stdout, modules } = await script(`
    import { createClient } from "@cloudplatform/pulumi/client";
    import { edge, streaming } from "@cloudplatform/pulumi/lookups";
    const client = createClient({ baseUrl: ${JSON.stringify(emulator.url)}, apiKey: "local" });
    const { count } = await edge.getApps({ limit: 1 }, { client });
    console.log(count, (await streaming.getStreams({})).length);
  `);
  expect(stdout).toBe("8 8\n");
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter(isPulumi)).toEqual([]);
  expect(modules.filter(ofUndici).length).toBeGreaterThan(0);
});

test("the main entry loads Pulumi, and its HTTP client with the first request only", async () => {
  const { modules } = await script(`import "@cloudplatform/pulumi";`);
  expect(modules.filter(isPulumi).length).toBeGreaterThan(0);
  expect(modules.filter(ofUndici)).toEqual([]);
});

test("the areas of the main entry work outside Pulumi, with an own client", async () => {
  const { stdout } = await script(`
    import { edge } from "@cloudplatform/pulumi";
    import { createClient } from "@cloudplatform/pulumi/client";
    const client = createClient({ baseUrl: ${JSON.stringify(emulator.url)}, apiKey: "local" });
    console.log((await edge.getApps({ limit: 1 }, { client })).apps.length);
  `);
  expect(stdout).toBe("1\n");
});
