import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const limits = "docs/interrupted-runs.md";

/** Pages for users, without the changelog: it describes releases and promises nothing. */
const pages = globSync(
  ["README.md", "docs/**/*.md", "{provider,emulator,policies}/README.md", "{examples,templates}/**/*.md"],
  {
    cwd: root,
    exclude: ["**/node_modules/**"],
  },
)
  .filter((page) => page !== limits)
  .sort();

/** Returns a page's paragraphs, list items and table rows, each on one line. */
function paragraphs(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return text.split(/\n\s*\n|\n(?=- |\| |\d+\. |#)/).map((one) => one.trim().replace(/\s+/g, " "));
}

test("the first paragraph about interrupted runs lists promises and limits", () => {
  const [, first] = paragraphs(limits);
  expect(first).toMatch(/^\*\*Promised:\*\*.* \*\*Not promised:\*\*/);
  const [promised = "", open = ""] = (first ?? "").split("**Not promised:**");
  expect(promised).toMatch(/creates nothing twice, buys nothing twice and forgets nothing/);
  // Operations of Pulumi without the provider, facts that no machine can know, and cases in which two objects remain possible.
  expect(open).toMatch(/`pulumi destroy` and `pulumi refresh` right after a kill/);
  expect(open).toMatch(/`pulumi up` or `cloudplatform doctor`/);
  for (const anchor of ["#destroy-and-refresh", "#stacks-in-different-backends", "#limits"])
    expect(open).toContain(`(${anchor})`);
});

const disturbance = /\b(kills?|killed|crash(es)?|interrupted|lost response|without a clear response)\b/i;
const absolute =
  /\b(never|always|only ever|exactly once|twice|no second|not repeated|(doesn't|does not) create a second)\b/i;

test("a page with unconditional promises about interrupted runs links to the limits", () => {
  const promises = pages.flatMap((page) =>
    paragraphs(page)
      .filter((text) => disturbance.test(text) && absolute.test(text))
      .map((text) => ({ page, text })),
  );
  // Guards against a new wording that the pattern no longer finds.
  expect(promises.map(({ page }) => page)).toContain("README.md");
  expect(promises.filter(({ text }) => !text.includes("interrupted-runs"))).toEqual([]);
});
