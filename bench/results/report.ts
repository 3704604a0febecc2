import { existsSync, readdirSync } from "node:fs";
import { type Goal, goals } from "./goals.ts";
import { type BenchResult, type Figure, readResult, resultFile } from "./record.ts";
import { sourcesHash } from "./sources.ts";

/** Existing results, by the name of their benchmark. */
export function readResults(root: URL): Map<string, BenchResult> {
  const folder = new URL("bench/", root);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(resultFile(name, root))) : [];
  return new Map(names.toSorted().map((name) => [name, readResult(name, root)]));
}

/** Returns the benchmarks whose results are older than the code that they measure. */
export function outdatedResults(root: URL): string[] {
  const results = [...readResults(root).values()];
  return results.filter(({ hash, sources }) => hash !== sourcesHash(root, sources)).map(({ bench }) => bench);
}

/**
 * The page of all results. It depends only on the results: if it showed the state of the sources, every change of the code would
 * change the page. `npm run bench -- report` and the checks of a release list outdated results.
 */
export function resultsPage(results: ReadonlyMap<string, BenchResult>): string {
  const runs = [...results.values()].map(
    ({ bench, date, machine, versions }) =>
      `| ${bench} | ${date} | ${machine.processor}, ${machine.processors} processors, ${machine.memoryGib} GiB | ${versionText(versions)} |`,
  );
  return `# Results

The goals of the project and what was measured, written by \`npm run bench\`: the median and, of repeated runs, the smallest
and the largest value. \`npm run bench -- report\` says which results are older than the code that they measure; a release needs
new ones.

| Goal | Limit | Measured | |
|---|---|---|---|
${goals.map((goal) => goalRow(goal, results.get(goal.bench))).join("\n")}

| Benchmark | Date | Machine | Versions |
|---|---|---|---|
${runs.join("\n")}
`;
}

function goalRow(goal: Goal, result: BenchResult | undefined): string {
  const { text, bench, figure, limit, reason } = goal;
  const value = result?.figures[figure];
  if (limit === undefined) return `| ${text} | | ${value === undefined ? "" : `${figureText(value)} (${bench})`} | |`;
  const shown = "max" in limit ? `≤ ${limit.max}` : `≥ ${limit.min}`;
  if (value === undefined) return `| ${text} | ${shown} | | not measured |`;
  const missed = reason === undefined ? "**missed**" : `**missed**: ${reason}`;
  return `| ${text} | ${shown} | ${figureText(value)} (${bench}) | ${isMissed(goal, value) ? missed : "met"} |`;
}

/** The goals that were measured and missed, and of which nothing says why. */
export function unexplainedGoals(results: ReadonlyMap<string, BenchResult>): string[] {
  return goals
    .filter((goal) => {
      const value = results.get(goal.bench)?.figures[goal.figure];
      return value !== undefined && isMissed(goal, value) && goal.reason === undefined;
    })
    .map(({ bench, figure }) => `${bench} ${figure}`);
}

function isMissed({ limit }: Goal, value: Figure): boolean {
  if (limit === undefined) return false;
  const middle = medianOf(value);
  return "max" in limit ? middle > limit.max : middle < limit.min;
}

function figureText(figure: Figure): string {
  if (typeof figure === "number") return String(figure);
  return `${medianOf(figure)}, ${Math.min(...figure)} to ${Math.max(...figure)}`;
}

export function medianOf(figure: Figure): number {
  if (typeof figure === "number") return figure;
  return figure.toSorted((a, b) => a - b)[Math.floor(figure.length / 2)] ?? Number.NaN;
}

function versionText(versions: Record<string, string>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
}
