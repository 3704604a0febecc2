import { writeFileSync } from "node:fs";
import { startEmulator } from "@cloudplatform/emulator";
import { startCommand } from "../command.ts";
import { pluginFolders } from "../native/plugins.ts";
import { type Usage, used } from "../native/usage.ts";
import { requestCount } from "../request-count.ts";
import { type Figure, recordResult } from "../results/record.ts";
import { medianOf } from "../results/report.ts";
import { openStackWith, type Setting, settings } from "../settings.ts";
import { type Kind, type KindName, kindNames, kinds } from "./kinds.ts";

/**
 * Many rule templates in one stack with both providers, compared with as many resources that do nothing, which cost only the
 * engine, the SDK and the protocol. All in one run, because machines differ, and alternating, because the speed of a machine
 * varies. `BENCH_COUNT=1000 BENCH_REPEATS=5 node bench/rule-templates/run.ts`
 */
const count = Number(process.env.BENCH_COUNT ?? 1000);
/** Number of runs of repeatable commands. */
const repeats = Number(process.env.BENCH_REPEATS ?? 5);

const commands = { first: "up", unchanged: "up", refresh: "refresh" } as const;
type Command = keyof typeof commands;
const commandNames = Object.keys(commands) as Command[];

const folders = await pluginFolders();

async function openSubject(setting: Setting, name: KindName) {
  const emulator = await startEmulator({ port: 0 });
  const stack = await openStackWith(setting, { url: emulator.url, plugins: [folders.native, folders.noop] });
  const { program, isProvider }: Kind = kinds[name];
  await stack.program(program(count));
  const usages: Record<Command, Usage[]> = { first: [], unchanged: [], refresh: [] };
  const requests: Partial<Record<Command, number>> = {};
  return {
    usages,
    requests,
    async run(command: Command) {
      const before = await requestCount(emulator);
      const usage = await used(startCommand(stack, commands[command], "--yes", "--skip-preview"), isProvider);
      usages[command].push(usage);
      requests[command] = (await requestCount(emulator)) - before;
      console.log(`${setting}, ${name}, ${command}: ${usage.seconds.toFixed(1)} s`);
    },
    /** Bytes of state per resource: in all, and of the hidden properties, which the engine would not write for other resources. */
    async stateBytes() {
      const { checkpoint } = JSON.parse(await stack.stateText());
      const all: { type: string }[] = checkpoint.latest.resources;
      const resources = all.filter(({ type }) => !type.startsWith("pulumi:"));
      const bytes = mean(resources.map((one) => JSON.stringify(one).length));
      return { bytes, own: bytes - mean(resources.map((one) => JSON.stringify(one, withoutHidden).length)) };
    },
    async remove() {
      await stack.remove();
      await emulator.close();
    },
  };
}
type Subject = Awaited<ReturnType<typeof openSubject>>;

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

const withoutHidden = (name: string, value: unknown) => (name.startsWith("__") ? undefined : value);

const subjects = new Map<string, Subject>();
const subjectOf = (setting: Setting, name: KindName) => subjects.get(`${setting} ${name}`) as Subject;
try {
  for (const setting of settings)
    for (const name of kindNames) subjects.set(`${setting} ${name}`, await openSubject(setting, name));
  for (const subject of subjects.values()) await subject.run("first");
  for (let round = 0; round < repeats; round++)
    for (const command of ["unchanged", "refresh"] as const)
      for (const subject of subjects.values()) await subject.run(command);

  const base = subjectOf("installed", "no-op dynamic");
  const secondsOf = ({ usages }: Subject, command: Command) => usages[command].map(({ seconds }) => seconds);
  const ratios = (subject: Subject, command: Command) =>
    secondsOf(subject, command).map((value, round) => value / (base.usages[command][round]?.seconds ?? Number.NaN));
  const cell = (subject: Subject, command: Command) => {
    const processor = medianOf(subject.usages[command].map(({ cpuSeconds }) => cpuSeconds));
    return `${medianOf(secondsOf(subject, command)).toFixed(1)} (${processor.toFixed(1)}), ${medianOf(ratios(subject, command)).toFixed(2)} ×`;
  };
  const bytes = new Map<string, Awaited<ReturnType<Subject["stateBytes"]>>>();
  for (const [key, subject] of subjects) bytes.set(key, await subject.stateBytes());
  const rows = [...subjects].map(
    ([key, subject]) =>
      `| ${key.replace(" ", " | ")} | ${commandNames.map((command) => cell(subject, command)).join(" | ")} | ${bytes.get(key)?.bytes.toFixed(0)} |`,
  );
  const own = subjectOf("installed", "dynamic");
  const page = `# ${count} rule templates

Beside as many resources with the same inputs that do nothing and ask nobody (\`BENCH_COUNT=${count} BENCH_REPEATS=${repeats} node bench/rule-templates/run.ts\`,
${new Date().toISOString().slice(0, 10)}). Seconds are medians, of ${repeats} runs in turns but for the first \`up\`, with the processor time of all processes of
the command in brackets, and beside them the part of the no-op dynamic resource with Pulumi as it is installed: the first of
its rows. The [recommended settings](../../docs/performance.md#recommended-settings) are late modules, no logs of the CLI, and a compressed state; the size is that of its text.

| Pulumi | Provider | First \`up\`, s | Unchanged \`up\`, s | \`refresh\`, s | State a resource, bytes |
|---|---|---|---|---|---|
${rows.join("\n")}

Requests to the platform by the dynamic provider: ${commandNames.map((command) => `${own.requests[command]} (${command})`).join(", ")}.
`;
  const figures: Record<string, Figure> = { resources: count };
  for (const name of ["dynamic", "native"] as const) {
    const prefix = name === "native" ? "native." : "";
    for (const command of commandNames) {
      figures[`${prefix}${command}.ratio`] = ratios(subjectOf("installed", name), command);
      figures[`recommended.${prefix}${command}.ratio`] = ratios(subjectOf("recommended", name), command);
    }
    figures[`${prefix}first.otherRequests`] = (subjectOf("installed", name).requests.first ?? Number.NaN) - count;
    figures[`${prefix}refresh.requests`] = subjectOf("installed", name).requests.refresh ?? Number.NaN;
    figures[`${prefix}hiddenStateBytes`] = bytes.get(`installed ${name}`)?.own ?? Number.NaN;
  }
  recordResult({ bench: "rule-templates", sources: ["provider"], figures });
  writeFileSync(new URL("results.md", import.meta.url), page);
  console.log(page);
} finally {
  for (const subject of subjects.values()) await subject.remove();
}
