import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the documentation site builds without dead links, with an offline search and no external content", async () => {
  const outDir = fileURLToPath(new URL("../.stacks/site", import.meta.url));
  // A process of its own, without the environment of the test runner, which would make it a build for development.
  const env = { PATH: process.env.PATH };
  await promisify(execFile)("vitepress", ["build", "docs", "--outDir", outDir], { cwd: root, env });
  const pages = globSync("**/*.html", { cwd: outDir });
  const sources = globSync("docs/**/*.md", { cwd: root, exclude: ["**/node_modules/**"] });
  for (const source of sources) expect(pages).toContain(source.replace(/\.md$/, ".html"));
  expect(globSync("assets/chunks/*localSearchIndex*", { cwd: outDir })).not.toEqual([]);
  const loaded = pages.flatMap((page) =>
    [...readFileSync(`${outDir}/${page}`, "utf8").matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, address = ""]) => address,
    ),
  );
  expect(loaded.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
}, 120_000);
