import { writeFileSync } from "node:fs";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import type { TestStack } from "../../test/helpers/stack.ts";
import { startCommand } from "../command.ts";
import { pluginFolders } from "../native/plugins.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { type KindName, kindNames, kinds } from "../rule-templates/kinds.ts";
import { openStackWith } from "../settings.ts";

/**
 * Commands of a stack of five resources by both providers, compared with five no-op resources, as Pulumi is installed and
 * alternating: `BENCH_REPEATS=5 node bench/small/run.ts`.
 */
const repeats = Number(process.env.BENCH_REPEATS ?? 5);
const count = 5;

const commands = {
  first: ["up", "--yes", "--skip-preview"],
  unchanged: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
} as const;
type Command = keyof typeof commands;
const commandNames = Object.keys(commands) as Command[];

const folders = await pluginFolders();
const seconds = Object.fromEntries(
  kindNames.map((kind) => [kind, { first: [], unchanged: [], preview: [] } as Record<Command, number[]>]),
) as Record<KindName, Record<Command, number[]>>;

async function timed(stack: TestStack, command: Command): Promise<number> {
  const start = performance.now();
  const { code, output } = await startCommand(stack, ...commands[command]).done;
  if (code !== 0) throw new Error(output);
  return (performance.now() - start) / 1000;
}

const emulators: Emulator[] = [];
const stacks = new Map<KindName, TestStack>();
try {
  for (const kind of kindNames) {
    const emulator = await startEmulator({ port: 0 });
    emulators.push(emulator);
    const stack = await openStackWith("installed", { url: emulator.url, plugins: [folders.native, folders.noop] });
    stacks.set(kind, stack);
    await stack.program(kinds[kind].program(count));
  }
  // The first round fills the caches of the disk.
  for (let round = -1; round < repeats; round++) {
    for (const command of commandNames)
      for (const [kind, stack] of stacks) {
        const taken = await timed(stack, command);
        if (round >= 0) seconds[kind][command].push(taken);
      }
    for (const stack of stacks.values()) {
      const { code, output } = await startCommand(stack, "destroy", "--yes", "--skip-preview").done;
      if (code !== 0) throw new Error(output);
    }
  }
} finally {
  for (const stack of stacks.values()) await stack.remove();
  for (const emulator of emulators) await emulator.close();
}

const providers = ["dynamic", "native"] as const;
const ratios = (provider: (typeof providers)[number], command: Command) =>
  seconds[provider][command].map(
    (value, round) => value / (seconds[`no-op ${provider}`][command][round] ?? Number.NaN),
  );
const cells = (kind: KindName) =>
  commandNames.map((command) => medianOf(seconds[kind][command]).toFixed(2)).join(" | ");
const page = `# Five resources

Five rule templates beside five no-op resources, ${new Date().toISOString().slice(0, 10)}: seconds as Pulumi is installed, median of ${repeats} runs
in turns.

| Provider | First \`up\` | Unchanged \`up\` | \`preview\` |
|---|---|---|---|
${kindNames.map((kind) => `| ${kind} | ${cells(kind)} |`).join("\n")}
`;
writeFileSync(new URL("results.md", import.meta.url), page);
console.log(page);
const figures = providers.flatMap((provider) =>
  commandNames.map((command) => [`${provider}.${command}.ratio`, ratios(provider, command)]),
);
recordResult({ bench: "small", sources: ["provider"], figures: Object.fromEntries(figures) });
