import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { controlOf } from "../../test/helpers/control.ts";
import { recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { type Command, commands, openPulumi, openTool, type Subject, toolVersion } from "./subjects.ts";

/**
 * Another infrastructure tool with the platform's own provider, compared with rule templates in bulk mode and a rule set:
 * `OTHER_PROVIDER=… BENCH_COUNT=1000 BENCH_REPEATS=2 node bench/other-tool/run.ts`.
 */
const count = Number(process.env.BENCH_COUNT ?? 1000);
const repeats = Number(process.env.BENCH_REPEATS ?? 2);
const latencyMs = 50;

const kinds = ["tool", "templates", "set"] as const;
type Kind = (typeof kinds)[number];

const seconds: Record<Kind, Record<Command, number[]>> = {
  tool: { first: [], unchanged: [], destroy: [] },
  templates: { first: [], unchanged: [], destroy: [] },
  set: { first: [], unchanged: [], destroy: [] },
};
const requests: Record<Kind, Partial<Record<Command, number>>> = { tool: {}, templates: {}, set: {} };
let stateOwnBytes = Number.NaN;

for (let repeat = 0; repeat < repeats; repeat++)
  for (const kind of kinds) {
    const emulator = await startEmulator({ port: 0 });
    const control = controlOf(emulator);
    await control.fault({ name: "delay", ms: latencyMs });
    const subject: Subject = await (kind === "tool"
      ? openTool(emulator.url, count)
      : openPulumi(emulator.url, count, kind));
    try {
      for (const command of commands) {
        await control.clearRequests();
        const start = performance.now();
        await subject.run(command);
        seconds[kind][command].push((performance.now() - start) / 1000);
        requests[kind][command] = (await control.requests()).length;
        console.log(`${kind} ${command}: ${seconds[kind][command].at(-1)?.toFixed(1)} s`);
        if (command === "first" && subject.stateOwnBytes !== undefined) stateOwnBytes = await subject.stateOwnBytes();
      }
    } finally {
      await subject.remove();
      await emulator.close();
    }
  }

const ratios = (kind: Kind, command: Command) =>
  seconds[kind][command].map((value, index) => value / (seconds.tool[command][index] ?? Number.NaN));
const cell = (kind: Kind, command: Command) =>
  `${medianOf(seconds[kind][command]).toFixed(1)} s, ${medianOf(ratios(kind, command)).toFixed(2)} ×, ${requests[kind][command]} requests`;
const names: Record<Command, string> = {
  first: "first update",
  unchanged: "unchanged, with refresh",
  destroy: "destroy",
};
const row = (command: Command) => `| ${names[command]} | ${kinds.map((kind) => cell(kind, command)).join(" | ")} |`;
const version = toolVersion();
writeFileSync(
  new URL("results.md", import.meta.url),
  `# ${count} rule templates beside another tool

${new Date().toISOString().slice(0, 10)}, ${latencyMs} ms a request, median of ${repeats}; ${version}; Pulumi with the recommended settings.

| | The other tool | Rule templates, bulk mode | Rule set |
|---|---|---|---|
${commands.map(row).join("\n")}

State of the rule set beside the fields of its rules: ${Math.round(stateOwnBytes)} bytes a rule.
`,
);
recordResult({
  bench: "other-tool",
  sources: ["provider"],
  versions: { tool: version },
  figures: {
    resources: count,
    "first.ratio": ratios("templates", "first"),
    "unchanged.ratio": ratios("templates", "unchanged"),
    "destroy.ratio": ratios("templates", "destroy"),
    "set.first.ratio": ratios("set", "first"),
    "set.unchanged.ratio": ratios("set", "unchanged"),
    "set.destroy.ratio": ratios("set", "destroy"),
    "set.stateOwnBytes": stateOwnBytes,
  },
});
