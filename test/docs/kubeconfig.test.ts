// In a process of its own: lookups share one client for the environment of a process.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { clusterHarness, clusterInputs, fast } from "../cluster/cluster.ts";
import { platform } from "../helpers/platform.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the checkout, so that imports of the packages resolve.
const folder = join(root, "test/.stacks/kubeconfig");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  withCluster(name: string, command: string, ...args: string[]): Promise<string>;
}

test("the guide's script runs a command with the credentials of a cluster and leaves none behind", async () => {
  const emulator = await platform(fast);
  const { name, ...inputs } = clusterInputs();
  await clusterHarness(emulator).up({ ...inputs, name });
  process.env.CLOUDPLATFORM_BASE_URL = emulator.url;
  process.env.CLOUDPLATFORM_API_KEY = "local";
  const page = readFileSync(join(root, "docs/guides/kubeconfig.md"), "utf8");
  const [, text = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  mkdirSync(folder, { recursive: true });
  const module = join(folder, "script.ts");
  writeFileSync(module, text);
  const { withCluster } = (await import(pathToFileURL(module).href)) as Example;
  const script =
    'const file = process.env.KUBECONFIG; console.log(file); console.log(require("fs").readFileSync(file, "utf8"))';
  const output = await withCluster(name, process.execPath, "-e", script);
  expect(output).toContain("kind: Config");
  expect(existsSync(output.split("\n")[0] ?? "")).toBe(false);
});
