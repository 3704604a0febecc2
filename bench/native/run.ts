import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { openStack } from "../../test/helpers/stack.ts";
import { type Figure, recordResult } from "../results/record.ts";
import { importTimes } from "./imports.ts";
import { type Kind, kinds } from "./kinds.ts";
import { pluginFolders, startUp } from "./plugins.ts";
import { type Usage, used } from "./usage.ts";

/**
 * Rule templates by the native provider and by the dynamic one, beside as many resources that do nothing: dynamic ones whose
 * closures are serialized, and native ones. All in one run, since machines differ, and in turns, since a machine differs from
 * itself. `BENCH_COUNTS=200,1000 BENCH_ROUNDS=3,1 node bench/native/run.ts`
 */
const counts = (process.env.BENCH_COUNTS ?? "200,1000").split(",").map(Number);
/** Rounds for each count; the figures are medians. */
const rounds = (process.env.BENCH_ROUNDS ?? "3,1").split(",").map(Number);
const startUps = 7;

const folders = await pluginFolders();
const root = fileURLToPath(new URL("../../package.json", import.meta.url));
process.env.BENCH_ROOT = root;

const verbs = ["up", "unchanged", "refresh"] as const;
/** Bytes of state a resource: all, and those beside the inputs of the program. */
type Trial = Record<(typeof verbs)[number], Usage> & { bytes: number; ownBytes: number };

async function measure({ program, isProvider }: Kind, count: number): Promise<Trial> {
  const emulator = await startEmulator({ port: 0 });
  const path = `${folders.native}:${folders.noop}:${process.env.PATH}`;
  const stack = await openStack({ url: emulator.url, env: { PATH: path, BENCH_ROOT: root } });
  const run = (verb: string) => used(stack.start(verb, "--yes", "--skip-preview"), isProvider);
  try {
    await stack.program(program(count));
    const [up, unchanged, refresh] = [await run("up"), await run("up"), await run("refresh")];
    const state = JSON.parse(await stack.stateText());
    const all: { type: string; inputs?: object }[] = state.checkpoint.latest.resources;
    const resources = all.filter(({ type }) => !type.startsWith("pulumi:"));
    const bytes = mean(resources.map((one) => JSON.stringify(one).length));
    const own = mean(resources.map(({ inputs = {} }) => JSON.stringify(inputs, ofProgram).length));
    return { up, unchanged, refresh, bytes, ownBytes: bytes - own };
  } finally {
    await stack.remove();
    await emulator.close();
  }
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Inputs without those that a provider adds. */
const ofProgram = (name: string, value: unknown) => (name.startsWith("__") ? undefined : value);

/** Each kind in turn, round after round. */
async function inTurns<Name extends string, T>(names: readonly Name[], count: number, act: (name: Name) => Promise<T>) {
  const found = new Map<Name, T[]>(names.map((name) => [name, []]));
  for (let round = 0; round < count; round++) for (const name of names) found.get(name)?.push(await act(name));
  return found;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

const lines = [
  "# The native provider beside the dynamic one",
  "",
  `\`node bench/native/run.ts\`, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(0)} at the beginning; medians of ${rounds.join(" and ")} rounds in turns.`,
  "Programs run with the package as `npm run pack` builds it. Seconds are those of the clock, and in brackets processor time",
  "of all processes of a command: on a machine with other work, compare that. Memory is the peak of the provider's process.",
  "",
  `| Provider's process, median of ${startUps} | start-up, ms (processor) | memory, MiB |`,
  "|---|---|---|",
];
const files: Record<string, string> = {
  native: join(folders.native, "pulumi-resource-cloudplatform"),
  dynamic: createRequire(root).resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  "no-op native": join(folders.noop, "plugin.cjs"),
};
const figures: Record<string, Figure> = { importMs: await importTimes(startUps) };
const started = await inTurns(Object.keys(files), startUps, (name) => startUp(files[name] ?? ""));
figures.startMs = (started.get("native") ?? []).map(({ ms }) => ms);
for (const [name, all] of started) {
  const [ms, cpuMs, mib] = (["ms", "cpuMs", "mib"] as const).map((part) =>
    median(all.map((one) => one[part])).toFixed(0),
  );
  lines.push(`| ${name} | ${ms} (${cpuMs}) | ${mib} |`);
}
lines.push(
  "",
  "| Resources | Provider | first `up`, s | unchanged `up`, s | `refresh`, s | provider's memory, MiB | state a resource, bytes |",
  "|---|---|---|---|---|---|---|",
);
const byName = new Map(kinds.map((kind) => [kind.name, kind]));
for (const [index, count] of counts.entries()) {
  const trials = await inTurns([...byName.keys()], rounds[index] ?? 1, (name) => {
    console.error(`${count} resources: ${name}`);
    return measure(byName.get(name) as Kind, count);
  });
  for (const [name, all] of trials) {
    const of = (part: (trial: Trial) => number) => median(all.map(part));
    const times = verbs.map(
      (verb) =>
        `${of((trial) => trial[verb].seconds).toFixed(1)} (${of((trial) => trial[verb].cpuSeconds).toFixed(1)})`,
    );
    const memory = of((trial) => Math.max(...verbs.map((verb) => trial[verb].peakMib)));
    lines.push(
      `| ${count} | ${name} | ${times.join(" | ")} | ${memory.toFixed(0)} | ${of(({ bytes }) => bytes).toFixed(0)} |`,
    );
  }
  const [native = [], dynamic = [], noop = []] = trials.values();
  const ratios = (verb: (typeof verbs)[number]) =>
    native.map((trial, round) => trial[verb].seconds / (noop[round]?.[verb].seconds ?? Number.NaN));
  Object.assign(figures, {
    resources: count,
    "first.ratio": ratios("up"),
    "unchanged.ratio": ratios("unchanged"),
    "refresh.ratio": ratios("refresh"),
    stateOwnBytes: median(native.map(({ ownBytes }) => ownBytes)),
    "dynamic.stateOwnBytes": median(dynamic.map(({ ownBytes }) => ownBytes)),
  });
  // What was measured is kept, also where a further count is interrupted.
  writeFileSync(new URL("results.md", import.meta.url), `${lines.join("\n")}\n`);
}
recordResult({ bench: "native", sources: ["provider"], figures });
console.log(lines.join("\n"));
