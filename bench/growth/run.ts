import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import type { TestStack } from "../../test/helpers/stack.ts";
import { startCommand } from "../command.ts";
import { type Usage, used } from "../native/usage.ts";
import { requestCount } from "../request-count.ts";
import { recordResult } from "../results/record.ts";
import { kinds } from "../rule-templates/kinds.ts";
import { openStackWith } from "../settings.ts";

/**
 * Time, memory, state and requests of one rule set of three sizes, and of twenty stacks in one account:
 * `BENCH_COUNT=10000 BENCH_STACKS=20 node bench/growth/run.ts`.
 */
const count = Number(process.env.BENCH_COUNT ?? 10_000);
const stackCount = Number(process.env.BENCH_STACKS ?? 20);
const sizes = [count / 4, count / 2, count];
const perStack = count / stackCount;

const commands = {
  first: ["up", "--yes", "--skip-preview"],
  unchanged: ["up", "--refresh", "--yes", "--skip-preview"],
} as const;
type Command = keyof typeof commands;
const commandNames = Object.keys(commands) as Command[];

interface Measured {
  objects: number;
  usage: Record<Command, Usage>;
  requests: Record<Command, number>;
  stateKib: number;
}

const rules = (size: number) => `
  const rules = Array.from({ length: ${size} }, (_, i) => ({
    key: \`rule-\${i}\`, rule: \`/path-\${i}/\`, ruleType: 0,
    options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
  }));
  new cdn.RuleSet("rules", { rules });`;

async function measured(stack: TestStack, emulator: { url: string }, objects: number): Promise<Measured> {
  const run = async (command: Command) => {
    const before = await requestCount(emulator);
    const usage = await used(startCommand(stack, ...commands[command]), kinds.dynamic.isProvider);
    return { usage, requests: (await requestCount(emulator)) - before };
  };
  const first = await run("first");
  const unchanged = await run("unchanged");
  console.log(`${objects} objects: ${first.usage.seconds.toFixed(1)} s, ${unchanged.usage.seconds.toFixed(1)} s`);
  return {
    objects,
    usage: { first: first.usage, unchanged: unchanged.usage },
    requests: { first: first.requests, unchanged: unchanged.requests },
    stateKib: (await stack.stateFile()).length / 1024,
  };
}

const sets: Measured[] = [];
for (const size of sizes) {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStackWith("installed", { url: emulator.url });
  try {
    await stack.program(rules(size));
    sets.push(await measured(stack, emulator, size));
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const stacks: Measured[] = [];
const emulator = await startEmulator({ port: 0 });
const opened: TestStack[] = [];
try {
  for (let index = 0; index < stackCount; index++) {
    const stack = await openStackWith("installed", { url: emulator.url });
    opened.push(stack);
    await stack.program(kinds.dynamic.program(perStack).replaceAll("/path-", `/stack-${index}-`));
    stacks.push(await measured(stack, emulator, (index + 1) * perStack));
  }
} finally {
  for (const stack of opened) await stack.remove();
  await emulator.close();
}

/** Seconds of the largest, as a multiple of those of the smallest by the number of its own objects. */
function growth(all: readonly Measured[], command: Command, times: number): number {
  const [smallest, largest] = [all[0], all.at(-1)];
  return (largest?.usage[command].seconds ?? Number.NaN) / (smallest?.usage[command].seconds ?? Number.NaN) / times;
}

const cells = ({ usage, requests, stateKib }: Measured) =>
  [
    ...commandNames.map((command) => usage[command].seconds.toFixed(1)),
    ...commandNames.map((command) => usage[command].peakMib.toFixed(0)),
    ...commandNames.map((command) => requests[command]),
    stateKib.toFixed(0),
  ].join(" | ");
const header = `First \`up\`, s | Unchanged \`up --refresh\`, s | Provider in it, MiB | … | Requests | … | State, KiB |
|---|---|---|---|---|---|---|---|`;
const shownStacks = stacks.filter((_, index) => index === 0 || (index + 1) % (stackCount / 4) === 0);
writeFileSync(
  new URL("results.md", import.meta.url),
  `# Growth

${new Date().toISOString().slice(0, 10)}, dynamic provider, Pulumi as it is installed, one run.

| Rules in one set | ${header}
${sets.map((one) => `| ${one.objects} | ${cells(one)} |`).join("\n")}

Stacks of ${perStack} rule templates, one after the other in one account:

| Templates in the account | ${header}
${shownStacks.map((one) => `| ${one.objects} | ${cells(one)} |`).join("\n")}
`,
);
recordResult({
  bench: "growth",
  sources: ["provider"],
  figures: {
    rules: count,
    ...Object.fromEntries(
      commandNames.flatMap((command) => [
        [`set.${command}.growth`, growth(sets, command, 4)],
        [`stacks.${command}.growth`, growth(stacks, command, 1)],
      ]),
    ),
  },
});
