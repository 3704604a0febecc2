import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Review } from "../../provider/review/model/schema.ts";
import { render } from "../../provider/review/render/formats.ts";
import { launchChromium } from "../helpers/chromium.ts";
import { lowestContrast, overflow } from "../helpers/page-audit.ts";
import { platform } from "../helpers/platform.ts";
import { reviewOf } from "./material.ts";

const emulator = await platform();
const review = await reviewOf(emulator.url);
let browser: Browser;

/** The first launch may download and unpack Debian's package. */
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Opens the review in a real browser, and records its requests and errors. */
async function opened(one: Review, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  await page.setContent(render(one, "html"), { waitUntil: "load" });
  return { page, asked, complaints };
}

test.each(["light", "dark"] as const)(
  "is readable in %s: every text has a contrast of at least 4.5",
  async (colorScheme) => {
    const { page, asked, complaints } = await opened(review, { colorScheme });
    expect(await page.locator("h1").textContent()).toBe("Review of test/test");
    expect(await lowestContrast(page)).toBeGreaterThanOrEqual(4.5);
    expect([asked, complaints]).toEqual([[], []]);
  },
);

test("fits a phone, also with names that have no place to break", async () => {
  const operations = review.operations.map((one) => ({ ...one, name: "x".repeat(300) }));
  const { page } = await opened({ ...review, operations }, { viewport: { width: 320, height: 640 } });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("is printed in black on white, whatever the screen has", async () => {
  const { page } = await opened(review, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  const colors = await page.evaluate<string[]>(
    "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]",
  );
  expect(colors).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
});

test("names that are markup stay text: nothing runs, nothing is loaded", async () => {
  const hostile = `</code><script>alert(1)</script><img src="https://evil.example/x" onerror="alert(2)"><style>*{display:none}</style>`;
  const operations = review.operations.map((one) => ({ ...one, name: hostile, reasons: [hostile], losses: [hostile] }));
  const { page, asked, complaints } = await opened({ ...review, operations, project: hostile, errors: [hostile] });
  expect(await page.locator("script, img, iframe, link, a:not([href^='#s']), form, body style").count()).toBe(0);
  expect(await page.locator("code").first().textContent()).toContain("<script>alert(1)</script>");
  expect([asked, complaints]).toEqual([[], []]);
});
