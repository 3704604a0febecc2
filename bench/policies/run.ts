import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { analyzerTimes } from "./analyzer.ts";
import { programOf } from "./program.ts";

/**
 * Time that the policy pack adds to a preview, compared with an empty pack and no pack at all. The three alternate within a
 * round, so that other load on the machine affects all of them.
 */
const sizes = [10, 500];
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const packs: Record<string, readonly string[]> = {
  none: [],
  empty: ["--policy-pack", join(here, "empty")],
  cloudplatform: ["--policy-pack", join(root, "policies")],
};

const cli = await ensurePulumi({ log: () => undefined });
const emulator = await startEmulator({ port: 0 });
const folder = join(root, "test/.stacks", `bench-${process.pid}`);
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...cli.env,
  PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
  PULUMI_CONFIG_PASSPHRASE: "bench",
  PULUMI_SKIP_UPDATE_CHECK: "1",
  CLOUDPLATFORM_BASE_URL: emulator.url,
  CLOUDPLATFORM_API_KEY: "local",
};

try {
  await mkdir(join(folder, "backend"), { recursive: true });
  await writeFile(
    join(folder, "Pulumi.yaml"),
    "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  await writeFile(join(folder, "package.json"), '{ "type": "module", "main": "index.ts" }\n');
  await pulumi(["stack", "init", "bench"]);
  const results = [];
  for (const size of sizes) results.push(await measure(size));
  const analyzer = await analyzerTimes(join(here, "empty"), Math.max(...sizes));
  const text = JSON.stringify(
    {
      at: new Date().toISOString(),
      cores: availableParallelism(),
      loadAverage: loadavg().map(round),
      rounds,
      results,
      analyzer,
    },
    undefined,
    2,
  );
  await writeFile(join(here, "results.json"), `${text}\n`);
  const { cloudplatform = [], empty = [] } = results.find(({ resources }) => resources === 500)?.seconds ?? {};
  recordResult({
    bench: "policies",
    sources: ["policies", "provider"],
    figures: { "preview500.ratio": cloudplatform.map((value, index) => value / (empty[index] ?? Number.NaN)) },
  });
} finally {
  await rm(folder, { recursive: true, force: true });
  await emulator.close();
}

async function measure(resources: number) {
  await writeFile(join(folder, "index.ts"), programOf(resources));
  const seconds: Record<string, number[]> = Object.fromEntries(Object.keys(packs).map((name) => [name, []]));
  // The first round does not count: the caches of the disk and of Node are cold.
  for (let round = -1; round < rounds; round++)
    for (const [name, args] of Object.entries(packs)) {
      const taken = await pulumi(["preview", ...args]);
      if (round >= 0) seconds[name]?.push(taken);
    }
  const median = Object.fromEntries(Object.entries(seconds).map(([name, all]) => [name, medianOf(all)]));
  const added = (name: string) => round((median[name] ?? 0) - (median.none ?? 0));
  const result = {
    resources,
    medianSeconds: median,
    addedByEmptyPack: added("empty"),
    addedByCloudplatform: added("cloudplatform"),
    addedOverEmptyPack: round((median.cloudplatform ?? 0) - (median.empty ?? 0)),
    seconds,
  };
  console.log(
    `${resources} resources: preview ${median.none} s, with an empty pack ${median.empty} s, with the cloudplatform pack ${median.cloudplatform} s (${result.addedOverEmptyPack} s over the empty one)`,
  );
  return result;
}

/** Runs a command, and returns how many seconds it took. */
function pulumi(args: readonly string[]): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(cli.bin, [...args, "--non-interactive"], { cwd: folder, env: { ...env, PWD: folder } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(round((performance.now() - started) / 1000));
      else reject(new Error(`pulumi ${args.join(" ")} ended with ${code}: ${output.slice(-2000)}`));
    });
  });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
