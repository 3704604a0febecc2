import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack, type Run, type TestStack } from "../../test/helpers/stack.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";

/** Commands of a small stack with late modules and without, alternating: `BENCH_REPEATS=5 node bench/late-modules/run.ts`. */
const repeats = Number(process.env.BENCH_REPEATS ?? 5);

const program = `
for (const name of ["api", "assets", "images"]) new cdn.RuleTemplate(name, { rule: \`/\${name}/.*\`, ruleType: 0 });
new cdn.RuleSet("shop", { rules: [{ key: "checkout", rule: "/checkout/.*", ruleType: 0 }] });
new edge.AppTemplate("hello", { binaryId: 42, name: "hello", owned: true, shortDescr: "Says hello", params: [] });`;

const steps: Record<string, (stack: TestStack) => Promise<Run>> = {
  "first `up`": (stack) => stack.up(),
  "unchanged `preview`": (stack) => stack.preview("--expect-no-changes"),
  "unchanged `up --refresh`": (stack) => stack.up("--refresh"),
  "`refresh`": (stack) => stack.refresh(),
  "`destroy`": (stack) => stack.destroy(),
};
const names = Object.keys(steps);
const ways = ["without", "with"] as const;
const seconds = Object.fromEntries(names.map((name) => [name, { without: [] as number[], with: [] as number[] }]));

// The first run of each only fills the compile cache.
for (let round = -1; round < repeats; round++)
  for (const way of ways) {
    const emulator = await startEmulator({ port: 0 });
    const stack = await openStack({ url: emulator.url });
    // Like the installed package, and without the cache that tools/pulumi.mjs gives to the CLI.
    const preload = `--require=${join(stack.folder, "node_modules/@cloudplatform/pulumi/late-modules.cjs")}`;
    stack.env.NODE_COMPILE_CACHE = undefined;
    stack.env.NODE_OPTIONS = way === "with" ? preload : undefined;
    try {
      await stack.program(program);
      for (const [name, step] of Object.entries(steps)) {
        const begun = performance.now();
        const { code, output } = await step(stack);
        if (code !== 0) throw new Error(output);
        if (round >= 0) seconds[name]?.[way].push((performance.now() - begun) / 1000);
      }
    } finally {
      await stack.remove();
      await emulator.close();
    }
  }

const ratiosOf = (name: string) =>
  (seconds[name]?.with ?? []).map((value, round) => value / (seconds[name]?.without[round] ?? Number.NaN));
const cell = (name: string, way: "with" | "without") => medianOf(seconds[name]?.[way] ?? []).toFixed(2);
writeFileSync(
  new URL("results.md", import.meta.url),
  `# Late modules

Commands of a stack of five resources, ${new Date().toISOString().slice(0, 10)}, median of ${repeats} runs in turns:

| | Without, s | With, s | Ratio |
|---|---|---|---|
${names.map((name) => `| ${name} | ${cell(name, "without")} | ${cell(name, "with")} | ${medianOf(ratiosOf(name)).toFixed(2)} |`).join("\n")}
`,
);
recordResult({
  bench: "late-modules",
  sources: ["provider"],
  figures: Object.fromEntries(names.map((name) => [name.replaceAll("`", ""), ratiosOf(name)])),
});
