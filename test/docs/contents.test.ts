import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const config = readFileSync(join(root, "docs/.vitepress/config.ts"), "utf8");
const linked = new Set(
  [...config.matchAll(/link: "\/([^"]*)"/g)].map(([, link = ""]) => link.replace(/\/$/, "/index")),
);
const written = globSync("docs/{*,guides/*,platform/index,reference/index}.md", { cwd: root });

test("the menu of the site has every page, and no other", () => {
  const pages = written.map((page) => page.replace(/\.md$/, ""));
  expect(pages.filter((page) => !linked.has(page)).sort()).toEqual([]);
  const others = [...linked].filter((link) => !pages.includes(link)).sort();
  expect(others).toEqual(["CHANGELOG", "emulator/README", "policies/README", "policies/rules"]);
});

test("the overview leads to every page too", () => {
  const overview = readFileSync(join(root, "docs/index.md"), "utf8");
  const missing = written.filter(
    (page) => page !== "docs/index.md" && !overview.includes(`(${page.slice("docs/".length)})`),
  );
  expect(missing).toEqual([]);
});

/** Topics that users must find, with the page of each. */
const contents: Readonly<Record<string, string>> = {
  "an overview, with a picture of the architecture": "docs/index.md",
  settings: "docs/settings.md",
  "ten minutes on the emulator": "docs/tutorial.md",
  "your own project": "docs/guides/own-project.md",
  "from the emulator to a real account": "docs/guides/real-account.md",
  components: "docs/guides/components.md",
  "several accounts": "docs/guides/several-accounts.md",
  secrets: "docs/guides/secrets.md",
  adoption: "docs/guides/adoption.md",
  "interrupted runs": "docs/interrupted-runs.md",
  "CI and GitOps": "docs/guides/ci.md",
  "unit tests": "docs/guides/unit-tests.md",
  policies: "policies/README.md",
  "prices and commitments": "docs/guides/prices.md",
  upgrades: "docs/guides/own-project.md",
  reference: "docs/reference/index.md",
  "error codes": "docs/errors.md",
  troubleshooting: "docs/troubleshooting.md",
  compatibility: "docs/compatibility.md",
};

test.each(Object.entries(contents))("there is a page about %s", (_, page) => {
  expect([...written, "policies/README.md"]).toContain(page);
  expect(readFileSync(join(root, page), "utf8").length).toBeGreaterThan(500);
});
