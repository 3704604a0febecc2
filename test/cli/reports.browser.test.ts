import { readSettings } from "@cloudplatform/pulumi/client";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../helpers/chromium.ts";
import { audit, lowestContrast, overflow } from "../helpers/page-audit.ts";
import { platform } from "../helpers/platform.ts";
import { reportPages } from "./report-pages.ts";

/** The pages of `inventory` and `cost` in a real browser. */
const emulator = await platform();
const pages = await reportPages(readSettings({ baseUrl: emulator.url, apiKey: "local" }, undefined, {}));
let browser: Browser;

/** The first launch may download and unpack Debian's package. */
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function opened(html: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  await page.setContent(html, { waitUntil: "load" });
  return { page, requests, complaints };
}

const schemes = ["light", "dark"] as const;
const names = Object.keys(pages) as (keyof typeof pages)[];
const matrix = names.flatMap((name) => schemes.map((colorScheme) => ({ name, colorScheme })));

test.each(matrix)("$name in $colorScheme: axe-core has no findings, and nothing is loaded", async (one) => {
  const { page, requests, complaints } = await opened(pages[one.name], { colorScheme: one.colorScheme });
  expect([requests, complaints]).toEqual([[], []]);
  expect(await audit(page)).toEqual([]);
  expect(await lowestContrast(page)).toBeGreaterThanOrEqual(4.5);
});

test.each(names)(
  "%s fits 390 pixels without horizontal scrolling, with names that have no place to break",
  async (name) => {
    const { page } = await opened(pages[name], { viewport: { width: 390, height: 844 } });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);

test.each([390, 1280])(
  "the chart is in the page of the cost, with texts of at least 9 pixels at a width of %i",
  async (width) => {
    const { page } = await opened(pages.cost, { viewport: { width, height: 844 } });
    const chart = page.getByRole("img", { name: "Cost of a month by stack" });
    const box = await chart.boundingBox();
    expect(box?.width).toBeGreaterThan(width / 2);
    const bars = await chart
      .locator("rect.bar")
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    expect(bars.length).toBeGreaterThan(2);
    for (const bar of bars) expect(bar).toBeGreaterThan(0);
    const heights = await chart
      .locator("text")
      .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().height));
    for (const height of heights) expect(height).toBeGreaterThan(9);
  },
);
