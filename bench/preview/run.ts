import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { builtPackage } from "../../provider/pack/built.ts";
import type { TestStack } from "../../test/helpers/stack.ts";
import { startCommand } from "../command.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { openStackWith } from "../settings.ts";
import { earlierPackage } from "./earlier-package.ts";

/**
 * The cost of a preview that fails where `up` would (an identical object, a taken name, a quota): previews of this version and of
 * the last one without these checks, alternating. `BENCH_ROUNDS=1` makes a short run, and `BENCH_RESOURCES=20` one whose figures
 * are not recorded.
 */
const lastWithoutChecks = "4f17d84145d08be9482b4df27bb818ada15d360c";
const resources = Number(process.env.BENCH_RESOURCES ?? 500);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** A search goes through as many templates that belong to others. */
const program = (name: string) => `
  for (let i = 0; i < ${resources - 2}; i++)
    new cdn.RuleTemplate(\`${name}-\${i}\`, {
      rule: \`/${name}-\${i}/\`, ruleType: 0, weight: i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });
  for (let i = 0; i < 2; i++)
    new kubernetes.Cluster(\`${name}-cluster-\${i}\`, {
      projectId: 1, regionId: 76, name: \`${name}-\${i}\`, keypair: "ops", version: "v1.31.9",
      pools: [{
        name: "general", minNodeCount: 1, flavorId: "g1-standard-2-4", bootVolumeSize: 50, bootVolumeType: "ssd_hiiops",
        servergroupPolicy: "soft-anti-affinity",
      }],
    });`;

const scratch = mkdtempSync(join(tmpdir(), "earlier-"));
const emulator = await startEmulator({ port: 0, speed: 100_000 });
const stacks: Record<string, TestStack> = {};

async function seconds(stack: TestStack, ...args: string[]): Promise<number> {
  const start = performance.now();
  const { code, output } = await startCommand(stack, ...args).done;
  if (code !== 0) throw new Error(output);
  return Math.round(performance.now() - start) / 1000;
}

/** Previews of all stacks, alternating. The first round does not count, because the caches of the disk are cold. */
async function measured(name: string): Promise<Record<string, number[]>> {
  const took: Record<string, number[]> = Object.fromEntries(Object.keys(stacks).map((version) => [version, []]));
  for (let round = -1; round < rounds; round++)
    for (const [version, stack] of Object.entries(stacks)) {
      const taken = await seconds(stack, "preview");
      if (round >= 0) took[version]?.push(taken);
      console.log(`${name}, round ${round + 1}: ${version} ${taken} s`);
    }
  return took;
}

function figuresOf(name: string, { earlier = [], now = [] }: Record<string, number[]>): Record<string, number[]> {
  const ratio = now.map((value, index) => value / (earlier[index] ?? Number.NaN));
  console.log(`${name}: ${medianOf(ratio)} × the version without the checks`);
  return { [`${name}.earlier.seconds`]: earlier, [`${name}.now.seconds`]: now, [`${name}.ratio`]: ratio };
}

try {
  const packages = {
    earlier: await earlierPackage(lastWithoutChecks, join(scratch, "source")),
    now: await builtPackage("provider"),
  };
  const others = await openStackWith("installed", { url: emulator.url });
  await others.program(program("others"));
  await seconds(others, "up", "--yes", "--skip-preview");
  for (const [version, folder] of Object.entries(packages)) {
    const stack = await openStackWith("installed", { url: emulator.url });
    const link = join(stack.folder, "node_modules/@cloudplatform/pulumi");
    rmSync(link);
    symlinkSync(folder, link);
    await stack.program(program(version));
    stacks[version] = stack;
  }
  const first = figuresOf("new", await measured(`${resources} new resources`));
  for (const stack of Object.values(stacks)) await seconds(stack, "up", "--yes", "--skip-preview");
  const unchanged = figuresOf("unchanged", await measured(`${resources} unchanged resources`));
  await others.remove();
  if (resources === 500) recordResult({ bench: "preview", sources: ["provider"], figures: { ...first, ...unchanged } });
} finally {
  for (const stack of Object.values(stacks)) await stack.remove();
  await emulator.close();
  rmSync(scratch, { recursive: true, force: true });
}
