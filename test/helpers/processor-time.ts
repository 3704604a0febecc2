import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { testGroups } from "./test-groups.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folder for the tables of the last runs, one each for `npm test` and `npm run test:all`. */
const tables = join(root, "node_modules/.cache/processor-time");

/** Variable with the file of this run's entries, to which the workers and the pool of kept processes append. */
const entries = "PROCESSOR_TIME_ENTRIES";

/** Variable with the test file for which a process and its child processes run. */
export const testFile = "PROCESSOR_TIME_FILE";

interface Entry {
  file: string;
  seconds: number;
}

/** Seconds that this process has already reported. Several test files may share a process. */
let reported = 0;

/** Processor seconds of this process. */
function own(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds of this process's ended children, on Linux: cutime and cstime of proc(5), in ticks of 1/100 s. */
function endedChildren(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Reports the time since the last report, and attributes it to a test file. */
export function reportProcessorTime(file: string): void {
  const total = own() + endedChildren();
  reportSeconds(file, total - reported);
  reported = total;
}

export function reportSeconds(file: string, seconds: number): void {
  const log = process.env[entries];
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ file, seconds } satisfies Entry)}\n`);
}

/** Starts to collect the entries of a run. Called in the process that starts the run. */
export function collectProcessorTime(): void {
  mkdirSync(tables, { recursive: true });
  process.env[entries] = join(tables, `${process.pid}.jsonl`);
}

/** Returns the run's table by test folder, and writes the table by file below `node_modules/.cache`. */
export function processorTimeTable(name: string): string {
  const log = process.env[entries] ?? "";
  const read = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  rmSync(log, { force: true });
  // The workers and kept processes have already reported their time; only the main process is missing.
  const main = { file: "vitest", seconds: own() };
  const all = [...read.map((line): Entry => JSON.parse(line)), main].map(({ file, seconds }) => ({
    file: file === main.file ? file : relative(root, file).replaceAll("\\", "/"),
    seconds,
  }));
  writeFileSync(join(tables, `${name}.txt`), table(all));
  const folders = all.map(({ file, seconds }) => ({ file: file === main.file ? file : dirname(file), seconds }));
  return `${table(folders)}${overLimit(all)}`;
}

/** Lists files that exceed the limit for their kind of test (test/README.md). */
function overLimit(entries: readonly Entry[]): string {
  const { cli, alone, shared } = testGroups();
  const limits = new Map([
    ...cli.map((file) => [file, 10] as const),
    ...[...alone, ...shared].map((file) => [file, 5] as const),
  ]);
  const over = sumsOf(entries).filter(([file, seconds]) => seconds > (limits.get(file) ?? Number.POSITIVE_INFINITY));
  const lines = over.map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${file} (${limits.get(file)})`);
  return lines.length === 0 ? "" : ["More than a file of its kind may cost", ...lines, ""].join("\n");
}

/** Sums the seconds by name, largest first. */
function sumsOf(entries: readonly Entry[]): [name: string, seconds: number][] {
  const sums = new Map<string, number>();
  for (const { file, seconds } of entries) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

function table(entries: readonly Entry[]): string {
  const rows = sumsOf(entries);
  const total = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
  const line = ([name, seconds]: [string, number]) => `${seconds.toFixed(1).padStart(8)}  ${name}`;
  return ["Seconds of processor time", ...[...rows, ["all", total] as [string, number]].map(line), ""].join("\n");
}
