import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { sourcesHash } from "./sources.ts";

/** A figure: one value, or those of repeated runs. */
export type Figure = number | readonly number[];

/** The result of a benchmark, as stored in `bench/<name>/result.json`. */
export interface BenchResult {
  bench: string;
  date: string;
  machine: { processor: string; processors: number; memoryGib: number };
  versions: Record<string, string>;
  /** Files and folders whose code was measured. */
  sources: readonly string[];
  /** Hash of their content: if it differs, the result is older than the code. */
  hash: string;
  figures: Record<string, Figure>;
}

/** The root of the project. */
export const projectRoot = new URL("../../", import.meta.url);

interface Measured {
  bench: string;
  /** Paths from the root of the project. */
  sources: readonly string[];
  figures: Record<string, Figure>;
  /** Versions beside Node's, such as those of tools in the comparison. */
  versions?: Record<string, string>;
}

/** Writes `bench/<name>/result.json`. `npm run bench -- report` generates the page from these files. */
export function recordResult({ bench, sources, figures, versions = {} }: Measured): void {
  const result: BenchResult = {
    bench,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      processor: cpus()[0]?.model ?? "unknown",
      processors: cpus().length,
      memoryGib: Math.round(totalmem() / 2 ** 30),
    },
    versions: { node: process.versions.node, ...versions },
    sources,
    hash: sourcesHash(projectRoot, sources),
    figures: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure)])),
  };
  writeFileSync(resultFile(bench), `${JSON.stringify(result, null, 2)}\n`);
}

export function resultFile(bench: string, root: URL = projectRoot): URL {
  return new URL(`bench/${bench}/result.json`, root);
}

export function readResult(bench: string, root: URL = projectRoot): BenchResult {
  return JSON.parse(readFileSync(resultFile(bench, root), "utf8")) as BenchResult;
}

/** Four digits are more than a benchmark can reproduce. */
function rounded(figure: Figure): Figure {
  const round = (value: number) => Number(value.toPrecision(4));
  return typeof figure === "number" ? round(figure) : figure.map(round);
}
