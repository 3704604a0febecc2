import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { commandLine } from "../../test/cli/command-line.ts";
import { openStack } from "../../test/helpers/stack.ts";

/**
 * What a review costs beside a plain `pulumi preview` of the same change, in one run, for machines differ.
 * `node bench/review/run.ts`
 */
const counts = [10, 200, 500];

/** Half of the templates change, a tenth is new. */
const program = (count: number, weight: number) => `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`template-\${i}\`, {
      rule: \`/path-\${i}/\`, ruleType: 0, weight: i % 2 === 0 ? ${weight} + i : i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });`;

async function seconds(action: () => Promise<{ code: number; output: string }>): Promise<number> {
  const start = performance.now();
  const { code, output } = await action();
  if (code !== 0) throw new Error(output);
  return (performance.now() - start) / 1000;
}

const rows: string[] = [];
for (const count of counts) {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStack({ url: emulator.url });
  try {
    await stack.program(program(count, 1));
    await seconds(() => stack.up());
    await stack.program(program(Math.round(count * 1.1), 2));
    const environment = stack.env as Record<string, string>;
    const review = (...args: string[]) =>
      commandLine("", ["review", "-C", stack.folder, "--output", join(stack.folder, "review"), ...args], {
        environment,
      });
    const took = {
      preview: await seconds(() => stack.preview()),
      refreshed: await seconds(() => stack.preview("--refresh")),
      plain: await seconds(async () => ({ ...(await review("--no-policies")), output: "review failed" })),
      policies: await seconds(async () => ({ ...(await review()), output: "review failed" })),
      drift: await seconds(async () => ({
        ...(await commandLine("", ["drift", "-C", stack.folder], { environment })),
        output: "drift failed",
      })),
    };
    const cells = Object.values(took).map((value) => value.toFixed(1));
    rows.push(`| ${count} | ${cells.join(" | ")} | ${(took.plain / took.refreshed).toFixed(2)} |`);
    console.log(rows.at(-1));
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const text = `# A review beside a plain preview

Seconds, one run of \`node bench/review/run.ts\`. Half of the rule templates change, and a tenth is new.

| Resources | \`pulumi preview\` | with \`--refresh\` | \`review --no-policies\` | \`review\` | \`drift\` | review / preview with refresh |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
writeFileSync(new URL("results.md", import.meta.url), text);
