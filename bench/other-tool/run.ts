import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { controlOf } from "../../test/helpers/control.ts";
import { requestCount } from "../request-count.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import {
  type Command,
  commands,
  openPulumi,
  openTool,
  type PulumiSubject,
  type Subject,
  toolVersion,
} from "./subjects.ts";

/**
 * Another infrastructure tool with the platform's own provider, compared with single rule templates and a rule set:
 * `OTHER_PROVIDER=… BENCH_COUNT=1000 BENCH_REPEATS=2 node bench/other-tool/run.ts`.
 */
const count = Number(process.env.BENCH_COUNT ?? 1000);
const repeats = Number(process.env.BENCH_REPEATS ?? 2);
const latencyMs = 50;

interface Contender {
  /** The row of the page. */
  text: string;
  open(url: string): Promise<Subject>;
}

const pulumi = (text: string, options: PulumiSubject): Contender => ({
  text,
  open: (url) => openPulumi(url, count, options),
});

/** The figures of all are multiples of those of the first. */
const contenders = {
  tool: { text: "The other tool, with its defaults", open: (url) => openTool(url, count) },
  "tool.parallel": { text: "… with `-parallelism=32`", open: (url) => openTool(url, count, 32) },
  checkpoints: pulumi("Rule templates, as installed", {
    kind: "templates",
    setting: "installed",
    checkpoints: true,
  }),
  templates: pulumi("… without checkpoints", { kind: "templates", setting: "installed", checkpoints: false }),
  "recommended.templates": pulumi("… without checkpoints, with the recommended settings", {
    kind: "templates",
    setting: "recommended",
    checkpoints: false,
  }),
  "no-op": pulumi("Resources that do nothing, without checkpoints", {
    kind: "no-op",
    setting: "installed",
    checkpoints: false,
  }),
  "recommended.no-op": pulumi("… with the recommended settings", {
    kind: "no-op",
    setting: "recommended",
    checkpoints: false,
  }),
  set: pulumi("Rule set, as installed", { kind: "set", setting: "installed", checkpoints: true }),
  "recommended.set": pulumi("… with the recommended settings", {
    kind: "set",
    setting: "recommended",
    checkpoints: true,
  }),
} satisfies Record<string, Contender>;
type Name = keyof typeof contenders;
const names = Object.keys(contenders) as Name[];

const noSeconds = () =>
  Object.fromEntries(commands.map((command) => [command, []])) as unknown as Record<Command, number[]>;
const seconds = Object.fromEntries(names.map((name) => [name, noSeconds()])) as Record<Name, Record<Command, number[]>>;
const requests = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, Partial<Record<Command, number>>>;
let stateOwnBytes = Number.NaN;

for (let repeat = 0; repeat < repeats; repeat++)
  for (const name of names) {
    const emulator = await startEmulator({ port: 0 });
    const control = controlOf(emulator);
    await control.fault({ name: "delay", ms: latencyMs });
    const subject = await contenders[name].open(emulator.url);
    try {
      for (const command of commands) {
        const before = await requestCount(emulator);
        const start = performance.now();
        await subject.run(command);
        seconds[name][command].push((performance.now() - start) / 1000);
        requests[name][command] = (await requestCount(emulator)) - before;
        console.log(`${name} ${command}: ${seconds[name][command].at(-1)?.toFixed(1)} s`);
        if (command === "first" && subject.stateOwnBytes !== undefined) stateOwnBytes = await subject.stateOwnBytes();
      }
    } finally {
      await subject.remove();
      await emulator.close();
    }
  }

const ratios = (name: Name, command: Command) =>
  seconds[name][command].map((value, index) => value / (seconds.tool[command][index] ?? Number.NaN));
const cell = (name: Name, command: Command) =>
  `${medianOf(seconds[name][command]).toFixed(1)} s, ${medianOf(ratios(name, command)).toFixed(2)} ×, ${requests[name][command]}`;
const row = (name: Name) =>
  `| ${contenders[name].text} | ${commands.map((command) => cell(name, command)).join(" | ")} |`;
const version = toolVersion();
writeFileSync(
  new URL("results.md", import.meta.url),
  `# ${count} rule templates beside another tool

${new Date().toISOString().slice(0, 10)}, ${latencyMs} ms a request, median of ${repeats}, multiple of the first row, and requests; ${version}.

| | First \`up\` | \`preview\` without refresh | Unchanged \`up --refresh\` | \`destroy\` |
|---|---|---|---|---|
${names.map(row).join("\n")}

State of the rule set beside the fields of its rules: ${Math.round(stateOwnBytes)} bytes a rule.
`,
);
const figures = names.flatMap((name) => commands.map((command) => [`${name}.${command}.ratio`, ratios(name, command)]));
recordResult({
  bench: "other-tool",
  sources: ["provider"],
  versions: { tool: version },
  figures: { resources: count, ...Object.fromEntries(figures), "set.stateOwnBytes": stateOwnBytes },
});
