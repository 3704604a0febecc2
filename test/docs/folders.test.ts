import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Generated code and SDKs, bundles, recorded programs and the project template, which the parent's README describes. */
const exempt = /^(sdk|provider\/types|policies\/dist|test\/e2e\/states|docs\/\.vitepress|templates)(\/|$)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const sources = files.split("\n").filter((file) => /\.[mc]?[jt]s$/.test(file) && existsSync(path.join(root, file)));
const folders = [...new Set(sources.map((file) => path.dirname(file)))].filter((folder) => !exempt.test(folder));

/** Whether a folder has a README, or an index or routes that begin with a comment. */
function isDescribed(folder: string): boolean {
  if (existsSync(path.join(root, folder, "README.md"))) return true;
  return ["index.ts", "routes.ts"].some((name) => {
    const file = path.join(root, folder, name);
    return existsSync(file) && readFileSync(file, "utf8").startsWith("/**");
  });
}

test("every folder with code says what it is for, in a README or at the top of its index or routes", () => {
  expect(folders.length).toBeGreaterThan(50);
  expect(folders.filter((folder) => !isDescribed(folder))).toEqual([]);
});
