import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const limits = "docs/interrupted-runs.md";

/** Pages for users. The changelog says what a release did, and not what is promised. */
const pages = globSync(
  ["README.md", "docs/**/*.md", "{provider,emulator,policies}/README.md", "{examples,templates}/**/*.md"],
  {
    cwd: root,
    exclude: ["**/node_modules/**"],
  },
)
  .filter((page) => page !== limits)
  .sort();

/** Paragraphs, items of lists and rows of tables, each on one line. */
function paragraphs(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return text.split(/\n\s*\n|\n(?=- |\| |\d+\. |#)/).map((one) => one.trim().replace(/\s+/g, " "));
}

test("the first paragraph about interrupted runs says what is promised and what is not", () => {
  const [, first] = paragraphs(limits);
  expect(first).toMatch(/^\*\*Promised:\*\*.* \*\*Not promised:\*\*/);
  const [promised = "", open = ""] = (first ?? "").split("**Not promised:**");
  expect(promised).toMatch(/creates nothing twice, buys nothing twice and forgets nothing/);
  // What Pulumi does without the provider, what no machine can know, and where two objects remain possible.
  expect(open).toMatch(/`pulumi destroy` and `pulumi refresh` right after a kill/);
  expect(open).toMatch(/`pulumi up` or `cloudplatform doctor`/);
  for (const anchor of ["#destroy-and-refresh", "#stacks-in-different-backends", "#limits"])
    expect(open).toContain(`(${anchor})`);
});

const disturbance = /\b(kills?|killed|crash(es)?|interrupted|lost response|without a clear response)\b/i;
const absolute =
  /\b(never|always|only ever|exactly once|twice|no second|not repeated|(doesn't|does not) create a second)\b/i;

test("a page that promises something of interrupted runs without reserve names their limits", () => {
  const promises = pages.flatMap((page) =>
    paragraphs(page)
      .filter((text) => disturbance.test(text) && absolute.test(text))
      .map((text) => ({ page, text })),
  );
  // Else the words have changed, and this finds nothing any more.
  expect(promises.map(({ page }) => page)).toContain("README.md");
  expect(promises.filter(({ text }) => !text.includes("interrupted-runs"))).toEqual([]);
});
