import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { request } from "undici";
import { shortDocument } from "./short-document.ts";

/** Pinned, so that new checks in a release do not fail the build. */
const version = "4.32.5";
const cache = process.env.XDG_CACHE_HOME ?? join(homedir() || tmpdir(), ".cache");
const environment = join(cache, "cloudplatform", `schemathesis-${version}`);
const program = join(environment, "bin", "schemathesis");
const settings = new URL("schemathesis.toml", import.meta.url);

export interface Outcome {
  code: number | null;
  output: string;
}

/** The coverage phase tries each value of the 60 options of rule templates, and three operations accept the same options. */
const coveredByCreate = `
[[operations]]
include-operation-id = ["ruleTemplates.replace", "ruleTemplates.patch"]
phases.coverage.enabled = false
`;

/**
 * Runs schemathesis with all checks on every route of an emulator. Requires Python 3 and the package registry.
 * @param examples Random requests for each operation.
 * @param isShort Leaves out what the coverage phase repeats: operations whose body another operation has too, and fields that are alike.
 */
export async function runSchemathesis(examples: number, { isShort = false } = {}): Promise<Outcome> {
  await install();
  const emulator = await startEmulator();
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  try {
    await makeCluster(emulator.url);
    const config = join(folder, "schemathesis.toml");
    await writeFile(config, `${await readFile(settings, "utf8")}${isShort ? coveredByCreate : ""}`);
    const openApi = join(folder, "openapi.json");
    const { body } = await request(`${emulator.url}/_emulator/openapi.json`);
    const document = await body.text();
    await writeFile(openApi, isShort ? shortDocument(document) : document);
    const phases = "examples,coverage,fuzzing,stateful";
    return await run(program, [
      ...["--config-file", config, "run", openApi, "--url", emulator.url, "--phases", phases],
      ...["-H", "Authorization: apikey local", "-n", String(examples), "--seed", "1"],
      ...["--continue-on-failure", "--no-color", "--suppress-health-check", "all"],
      // Warnings only concern unreachable data, such as ids that other requests have deleted.
      ...["--warnings", "off", "--generation-database", "none"],
    ]);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(): Promise<void> {
  if (existsSync(program)) return;
  await mkdir(cache, { recursive: true });
  await succeed("python3", ["-m", "venv", environment]);
  await succeed(join(environment, "bin", "pip"), ["install", "--quiet", `schemathesis==${version}`]);
}

/** Creates a cluster and advances the clock until it is ready, so that routes below it do not just return 404. */
async function makeCluster(url: string): Promise<void> {
  const headers = { authorization: "apikey local", "content-type": "application/json" };
  const pool = { flavor_id: "bm1-basic-small", min_node_count: 1 };
  const pools = [
    { ...pool, name: "general" },
    { ...pool, name: "other" },
  ];
  const cluster = { name: "edge-1", keypair: "ops", version: "v1.31.9", pools };
  const created = await request(`${url}/cloud/v2/k8s/clusters/1/76`, {
    method: "POST",
    headers,
    body: JSON.stringify(cluster),
  });
  if (created.statusCode !== 200) throw new Error(`Creating the cluster was answered ${created.statusCode}.`);
  await created.body.dump();
  const moved = await request(`${url}/_emulator/clock`, { method: "POST", body: '{"advanceMs": 3600000}' });
  await moved.body.dump();
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}`);
}

function run(command: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], cwd: tmpdir() });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", (cause) => reject(new Error(`${command} cannot be started: ${cause.message}`)));
    child.on("close", (code) => resolve({ code, output }));
  });
}
