import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { goals } from "../../bench/results/goals.ts";
import { type BenchResult, projectRoot } from "../../bench/results/record.ts";
import { outdatedResults, readResults, resultsPage, unexplainedGoals } from "../../bench/results/report.ts";
import { sourcesHash } from "../../bench/results/sources.ts";
import { releaseProblems } from "../../tools/release/checks.ts";

test("bench/RESULTS.md shows the results, and marks results that are older than their code", async ({ annotate }) => {
  const page = readFileSync(new URL("bench/RESULTS.md", projectRoot), "utf8");
  expect(page, "npm run bench -- report writes the page again").toBe(resultsPage(readResults(projectRoot)));
  // A warning, not a failure: otherwise every code change would need a quiet machine and an hour.
  for (const bench of outdatedResults(projectRoot))
    await annotate(`The result of ${bench} is older than the code that it measures.`, "warning");
});

test("the page says why each missed goal is missed", () => {
  expect(unexplainedGoals(readResults(projectRoot))).toEqual([]);
});

/** Creates a project with one benchmark that measures one file. */
function project(): { root: URL; folder: string; record: (figures: BenchResult["figures"]) => void } {
  const folder = mkdtempSync(join(tmpdir(), "results-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = pathToFileURL(join(folder, "/"));
  mkdirSync(join(folder, "bench/emulator"), { recursive: true });
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code/a.ts"), "first");
  const record = (figures: BenchResult["figures"]) => {
    const machine = { processor: "one", processors: 2, memoryGib: 8 };
    const sources = ["code"];
    const hash = sourcesHash(root, sources);
    const result = { bench: "emulator", date: "2026-01-01", machine, versions: {}, sources, hash, figures };
    writeFileSync(join(folder, "bench/emulator/result.json"), JSON.stringify(result));
  };
  return { root, folder, record };
}

test("a change of the measured code makes a result outdated, and notes and comments do not", () => {
  const { root, folder, record } = project();
  expect(outdatedResults(root)).toEqual([]);
  record({});
  writeFileSync(join(folder, "code/README.md"), "notes");
  expect(outdatedResults(root)).toEqual([]);
  writeFileSync(join(folder, "code/a.ts"), "// A comment.\nfirst as number;");
  expect(outdatedResults(root)).toEqual([]);
  writeFileSync(join(folder, "code/a.ts"), "second");
  expect(outdatedResults(root)).toEqual(["emulator"]);
  record({});
  expect(outdatedResults(root)).toEqual([]);
  writeFileSync(join(folder, "code/b.ts"), "");
  expect(outdatedResults(root)).toEqual(["emulator"]);
});

test("a release needs results of the released code", () => {
  const { folder, record } = project();
  for (const file of [
    ...["provider/package.json", "emulator/package.json", "policies/package.json"],
    "provider/pulumi/native/schema.json",
  ])
    cpSync(new URL(file, projectRoot), join(folder, file));
  writeFileSync(join(folder, "CHANGELOG.md"), "");
  record({});
  const problems = () => releaseProblems(folder, "").filter((problem) => problem.includes("benchmarks"));
  expect(problems()).toEqual([]);
  writeFileSync(join(folder, "code/a.ts"), "second");
  expect(problems()).toEqual([expect.stringContaining("npm run bench -- emulator")]);
});

test("the median decides whether a goal is met; without a median it is not measured", () => {
  const { root, record } = project();
  const row = (text: string) =>
    resultsPage(readResults(root))
      .split("\n")
      .find((line) => line.startsWith(`| ${text}`));
  record({ "read.ratio": [3.5, 9, 2.9], "many.openMs": [2100, 1900, 2200] });
  expect(row("Emulator, reads")).toContain("| ≥ 3 | 3.5, 2.9 to 9 (emulator) | met |");
  expect(row("Emulator, start")).toContain("| ≤ 2000 | 2100, 1900 to 2200 (emulator) | **missed** |");
  expect(row("… creations")).toContain("| not measured |");
  expect(new Set(goals.map(({ bench, figure }) => `${bench} ${figure}`)).size).toBe(goals.length);
});
