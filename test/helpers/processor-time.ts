import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { testGroups } from "./test-groups.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the table of the last run is; `npm test` and `npm run test:all` each have one. */
const tables = join(root, "node_modules/.cache/processor-time");

/** The entries of this run: the workers and the pool of kept processes append to it. */
const entries = "PROCESSOR_TIME_ENTRIES";

/** The test file for which a process runs, in its environment and that of what it starts. */
export const testFile = "PROCESSOR_TIME_FILE";

interface Entry {
  file: string;
  seconds: number;
}

/** What this process has reported already; several test files may share it. */
let reported = 0;

/** Seconds of this process. */
function own(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds of all that this process has started and that has ended, on Linux: cutime and cstime of proc(5), in ticks of a hundredth. */
function endedChildren(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Reports what this process has used for a test file since it reported last. */
export function reportProcessorTime(file: string): void {
  const total = own() + endedChildren();
  reportSeconds(file, total - reported);
  reported = total;
}

export function reportSeconds(file: string, seconds: number): void {
  const log = process.env[entries];
  if (log !== undefined) appendFileSync(log, `${JSON.stringify({ file, seconds } satisfies Entry)}\n`);
}

/** Begins to collect the entries of a run, in the process that starts it. */
export function collectProcessorTime(): void {
  mkdirSync(tables, { recursive: true });
  process.env[entries] = join(tables, `${process.pid}.jsonl`);
}

/** The table of the run, by folder of tests, and by file in a file below `node_modules/.cache`. */
export function processorTimeTable(name: string): string {
  const log = process.env[entries] ?? "";
  const read = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  rmSync(log, { force: true });
  // Workers and kept processes have reported theirs.
  const main = { file: "vitest", seconds: own() };
  const all = [...read.map((line): Entry => JSON.parse(line)), main].map(({ file, seconds }) => ({
    file: file === main.file ? file : relative(root, file).replaceAll("\\", "/"),
    seconds,
  }));
  writeFileSync(join(tables, `${name}.txt`), table(all));
  const folders = all.map(({ file, seconds }) => ({ file: file === main.file ? file : dirname(file), seconds }));
  return `${table(folders)}${overLimit(all)}`;
}

/** Files that cost more than a test of their kind may (test/README.md). */
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

/** Seconds by name, the largest first. */
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
