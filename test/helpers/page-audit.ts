import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** Runs in the page, where the project's types are not available. */
const lowestContrastScript = readFileSync(new URL("contrast.js", import.meta.url), "utf8");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations that axe-core finds in the page. */
export async function audit(page: Page): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axeSource);
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Returns the lowest contrast of any text with its background. */
export async function lowestContrast(page: Page): Promise<number> {
  return (await page.evaluate(lowestContrastScript)) as number;
}

/** Returns by how much the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")) as number;
}
