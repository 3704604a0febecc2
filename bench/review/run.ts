import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack, type TestStack } from "../../test/helpers/stack.ts";

/**
 * What a review costs beside a plain `pulumi preview` of the same change: each command by turns, so that what else happens on
 * the machine meets all of them. `BENCH_COUNTS=10` and `BENCH_ROUNDS=1` make a short run.
 */
const counts = (process.env.BENCH_COUNTS ?? "10,200,500").split(",").map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? "3");

/** Half of the templates change, a tenth is new. */
const program = (count: number, weight: number) => `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`template-\${i}\`, {
      rule: \`/path-\${i}/\`, ruleType: 0, weight: i % 2 === 0 ? ${weight} + i : i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });`;

const main = fileURLToPath(new URL("../../provider/cli/main.ts", import.meta.url));

/** The command in a process of its own, as a pipeline runs it. */
function command(stack: TestStack, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [main, ...args, "-C", stack.folder], { env: stack.env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, output })));
}

const commands: Record<string, (stack: TestStack) => Promise<{ code: number; output: string }>> = {
  preview: (stack) => stack.preview(),
  "preview --refresh": (stack) => stack.preview("--refresh"),
  "review --no-policies": (stack) =>
    command(stack, "review", "--no-policies", "--output", join(stack.folder, "review")),
  review: (stack) => command(stack, "review", "--output", join(stack.folder, "review")),
  drift: (stack) => command(stack, "drift"),
};

async function seconds(action: () => Promise<{ code: number; output: string }>): Promise<number> {
  const start = performance.now();
  const { code, output } = await action();
  if (code !== 0) throw new Error(output);
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

async function measured(count: number): Promise<Record<string, number[]>> {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStack({ url: emulator.url });
  const took: Record<string, number[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  try {
    await stack.program(program(count, 1));
    await seconds(() => stack.up());
    await stack.program(program(Math.round(count * 1.1), 2));
    for (let round = 0; round < rounds; round++)
      for (const [name, run] of Object.entries(commands)) {
        took[name]?.push(Math.round((await seconds(() => run(stack))) * 100) / 100);
        console.log(`${count} resources, round ${round + 1}: ${name} ${took[name]?.at(-1)} s`);
      }
    return took;
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const results: { resources: number; seconds: Record<string, number[]> }[] = [];
for (const count of counts) results.push({ resources: count, seconds: await measured(count) });

const load = loadavg().map((value) => Math.round(value * 10) / 10);
const machine = { processors: availableParallelism(), load };
writeFileSync(
  new URL("results.json", import.meta.url),
  `${JSON.stringify({ at: new Date().toISOString(), machine, rounds, results }, null, 2)}\n`,
);

console.log(`\n| Resources | ${Object.keys(commands).join(" | ")} | review --no-policies / preview --refresh |`);
for (const { resources, seconds: took } of results) {
  const medians = Object.fromEntries(Object.entries(took).map(([name, values]) => [name, median(values)]));
  const ratio = (medians["review --no-policies"] ?? 0) / (medians["preview --refresh"] ?? 1);
  const cells = Object.values(medians).map((value) => value.toFixed(1));
  console.log(`| ${resources} | ${cells.join(" | ")} | ${ratio.toFixed(2)} |`);
}
