import { spawn } from "node:child_process";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { installPacked } from "../../test/helpers/installed.ts";
import type { TestStack } from "../../test/helpers/stack.ts";
import { startCommand } from "../command.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { openStackWith } from "../settings.ts";

/**
 * The cost of a review compared with a plain `pulumi preview --refresh` of the same change: the installed command. The commands
 * alternate, so that other load on the machine affects all of them. `BENCH_COUNTS=10` and `BENCH_ROUNDS=1` make a short run.
 */
const counts = (process.env.BENCH_COUNTS ?? "10,500").split(",").map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** Half of the templates change, and a tenth are new. */
const program = (count: number, weight: number) => `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`template-\${i}\`, {
      rule: \`/path-\${i}/\`, ruleType: 0, weight: i % 2 === 0 ? ${weight} + i : i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });`;

const installed = await installPacked();
const main = join(installed.folder, "node_modules/@cloudplatform/pulumi/bin/cloudplatform.js");

interface Ended {
  code: number;
  output: string;
}

/** Runs the command in a process of its own, as a pipeline does. */
function command({ folder, env, name }: TestStack, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args, "--stack", name, "-C", folder], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, output })));
}

const commands: Record<string, (stack: TestStack) => Promise<Ended>> = {
  preview: (stack) => startCommand(stack, "preview", "--refresh").done,
  review: (stack) => command(stack, "review", "--no-policies", "--output", join(stack.folder, "review")),
  "review with policies": (stack) => command(stack, "review", "--output", join(stack.folder, "review")),
};

async function seconds(action: () => Promise<Ended>): Promise<number> {
  const start = performance.now();
  const { code, output } = await action();
  if (code !== 0) throw new Error(output);
  return Math.round(performance.now() - start) / 1000;
}

async function measured(count: number): Promise<Record<string, number[]>> {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStackWith("installed", { url: emulator.url });
  const took: Record<string, number[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  try {
    await stack.program(program(count, 1));
    await seconds(() => startCommand(stack, "up", "--yes", "--skip-preview").done);
    await stack.program(program(Math.round(count * 1.1), 2));
    // The first round does not count, because the caches of the disk are cold.
    for (let round = -1; round < rounds; round++)
      for (const [name, run] of Object.entries(commands)) {
        const taken = await seconds(() => run(stack));
        if (round < 0) continue;
        took[name]?.push(taken);
        console.log(`${count} resources, round ${round + 1}: ${name} ${taken} s`);
      }
    return took;
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const figures: Record<string, number[]> = {};
try {
  for (const count of counts) {
    const { preview = [], ...others } = await measured(count);
    figures[`preview${count}.seconds`] = preview;
    for (const [name, all] of Object.entries(others)) {
      const key = `${name.replace("review with policies", "policies")}${count}`;
      figures[`${key}.seconds`] = all;
      figures[`${key}.ratio`] = all.map((value, index) => value / (preview[index] ?? Number.NaN));
      console.log(`${count} resources: ${name} ${medianOf(figures[`${key}.ratio`] ?? [])} × a preview with refresh`);
    }
  }
  recordResult({ bench: "review", sources: ["policies", "provider"], figures });
} finally {
  installed.remove();
}
