import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Called } from "./coverage.ts";
import { mayNotice, sources } from "./files.ts";
import type { Tests } from "./tests.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export function hashOf(file: string): string {
  return createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex")
    .slice(0, 8);
}

function hashes(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, hashOf(file)]));
}

/**
 * Updates the lines of `called.ts` for the current tests and sources. Lines of changed tests, and of tests that call changed
 * sources, are written again.
 */
export async function updateCalled(file: string, tests: Tests): Promise<void> {
  const stateFile = `${file}.state`;
  const testFiles = globSync("test/**/*.test.ts", { cwd: root, exclude: ["test/.stacks/**"] }).filter(mayNotice);
  const now = hashes([...testFiles, ...sources()]);
  const before: Record<string, string> = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, "utf8")) : {};
  const changed = new Set(Object.keys({ ...now, ...before }).filter((one) => now[one] !== before[one]));
  if (changed.size === 0) return;
  const known = linesOf(file).map((line) => ({ line, ...(JSON.parse(line) as Called) }));
  const stale = new Set([
    ...testFiles.filter((one) => changed.has(one)),
    ...known
      .filter(({ called }) => Object.keys(called).some((one) => changed.has(one)))
      .map(({ test }) => nameOf(test)),
  ]);
  const kept = known.filter(({ test }) => now[nameOf(test)] !== undefined && !stale.has(nameOf(test)));
  console.log(`Finding out which blocks of the sources the tests of ${stale.size} files call.`);
  const draft = `${file}.draft`;
  writeFileSync(draft, "");
  const failing = await markAll(stale, draft, tests);
  const isPassing = ({ id }: Called) => id === undefined || !failing.has(id);
  const passing = linesOf(draft).filter((line) => isPassing(JSON.parse(line) as Called));
  writeFileSync(draft, [...kept.map(({ line }) => line), ...passing].map((line) => `${line}\n`).join(""));
  renameSync(draft, file);
  writeFileSync(stateFile, JSON.stringify(now));
}

/** Maximum number of runs for files whose tests have written nothing because the process ended before them. */
const maximumRuns = 5;

/** Runs test files with marks until each has written what it calls. Returns the tests that fail. */
async function markAll(files: ReadonlySet<string>, draft: string, tests: Tests): Promise<Set<string | undefined>> {
  const failing = new Set<string | undefined>();
  let left: ReadonlySet<string> = new Set([...files].filter((one) => tests.has(one)));
  for (let run = 0; run < maximumRuns && left.size > 0; run++) {
    const wanted = left;
    const { failed } = await tests.mark(draft, (one) => wanted.has(one));
    for (const { file, name, id } of failed) {
      console.log(`Fails without a mutant, and is left out: ${file}: ${name}`);
      failing.add(id);
    }
    const written = new Set(linesOf(draft).map((line) => nameOf((JSON.parse(line) as Called).test)));
    left = new Set([...wanted].filter((one) => !written.has(one)));
  }
  for (const one of left) console.log(`Not known what it calls: ${one}`);
  return failing;
}

function nameOf(test: string): string {
  return relative(root, test).replaceAll("\\", "/");
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
