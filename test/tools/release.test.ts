import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { repositoryOf } from "../../provider/pack/manifest.ts";
import { releasedFolders, releaseProblems } from "../../tools/release/checks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "release-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a release needs one version, a dated section of the changelog, and everything committed", () => {
  for (const name of releasedFolders) {
    mkdirSync(join(folder, name));
    cpSync(join(root, name, "package.json"), join(folder, name, "package.json"));
  }
  const { version } = JSON.parse(readFileSync(join(root, "provider/package.json"), "utf8"));
  const changelog = (text: string) => writeFileSync(join(folder, "CHANGELOG.md"), text);

  changelog(`# Changelog\n\n## ${version} (2026-11-21)\n`);
  expect(releaseProblems(folder, "")).toEqual([]);
  expect(releaseProblems(folder, " M provider/index.ts\n")[0]).toContain("M provider/index.ts");
  changelog(`# Changelog\n\n## ${version} (unreleased)\n`);
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining("no date")]);
  changelog("# Changelog\n");
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining(`no section "## ${version}"`)]);
  changelog(`## ${version} (2026-11-21)\n`);
  writeFileSync(join(folder, "emulator/package.json"), JSON.stringify({ version: "9.9.9" }));
  expect(releaseProblems(folder, "")).toEqual([expect.stringContaining("emulator/package.json has version 9.9.9")]);
});

test("a package that a workflow of GitHub packs names its repository, which npm compares with the provenance", () => {
  expect(repositoryOf("provider", "acme/cloud")).toEqual({
    repository: { type: "git", url: "git+https://github.com/acme/cloud.git", directory: "provider" },
  });
  expect(repositoryOf("provider", undefined)).toEqual({});
});
