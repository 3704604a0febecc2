import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
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
  expect(brokenAnchors(outDir, pages)).toEqual([]);
  const loaded = pages.flatMap((page) =>
    [...readFileSync(`${outDir}/${page}`, "utf8").matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, address = ""]) => address,
    ),
  );
  expect(loaded.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
});

/** Links to a heading of the site that the page does not have. */
function brokenAnchors(folder: string, pages: readonly string[]): string[] {
  const texts = new Map(pages.map((page) => [page, readFileSync(path.join(folder, page), "utf8")]));
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/<a [^>]*href="([^":]*)#([^"]+)"/g)].flatMap(([, address = "", anchor = ""]) => {
      const target = address === "" ? page : path.posix.join(path.posix.dirname(page), address);
      const file = address.startsWith("/") ? address.slice(1) : target;
      const found = texts.get(file.endsWith("/") ? `${file}index.html` : file) ?? texts.get(`${file}.html`);
      const hasHeading = found?.includes(`id="${decodeURIComponent(anchor)}"`) === true;
      return hasHeading ? [] : [`${page}: ${address}#${anchor}`];
    }),
  );
}
