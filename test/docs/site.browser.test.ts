import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../helpers/chromium.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const outDir = fileURLToPath(new URL("../.stacks/site", import.meta.url));
const buildTimeoutMs = 300_000;
let pages: string[] = [];

beforeAll(async () => {
  // A separate process without the test runner's environment, which would make a development build.
  const env = { PATH: process.env.PATH };
  await promisify(execFile)("vitepress", ["build", "docs", "--outDir", outDir], { cwd: root, env });
  pages = globSync("**/*.html", { cwd: outDir });
}, buildTimeoutMs);

test("the documentation site builds without dead links, with an offline search and no external content", () => {
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

test("examples are pages with their programs, pages for contributors are omitted, and there are at most 60 pages", () => {
  const file = "examples/kubernetes/README.html";
  expect(readFileSync(`${outDir}/${file}`, "utf8")).toContain("index.ts");
  expect(pages.filter((page) => /CONTRIBUTING|DEPENDENCIES|SECURITY|^provider/.test(page))).toEqual([]);
  expect(pages.filter((page) => page !== "404.html").length).toBeLessThanOrEqual(60);
});

test("assistants find every page of the list in Markdown", () => {
  const list = readFileSync(`${outDir}/llms.txt`, "utf8");
  const links = [...list.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) expect(readFileSync(`${outDir}${link}`, "utf8")).toMatch(/^# /m);
});

test("cells of a table have line breaks, not their markup", () => {
  const rules = readFileSync(`${outDir}/policies/rules.html`, "utf8");
  expect(rules).toContain("<br>");
  expect(rules).not.toContain("&lt;br&gt;");
});

describe("in a browser", () => {
  const types: Readonly<Record<string, string>> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
  };
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://site").pathname.replace(/\/$/, "/index.html");
    const file = path.join(outDir, path.extname(asked) === "" ? `${asked}.html` : asked);
    const isThere = existsSync(file);
    response.writeHead(isThere ? 200 : 404, { "content-type": types[path.extname(file)] ?? "image/svg+xml" });
    response.end(isThere ? readFileSync(file) : "");
  });
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  }, buildTimeoutMs);

  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("the example of a resource and of a function is there in each language", async () => {
    const page = await browser.newPage();
    for (const [path, expected] of [
      ["docs/reference/kubernetes-cluster", "cloudplatform.kubernetes.Cluster("],
      ["docs/reference/pricing-functions", "cloudplatform.pricing.get_"],
    ] as const) {
      await page.goto(`${address}/${path}`);
      const example = page.locator(".vp-code-group").first();
      expect(await example.locator(".tabs label").allTextContents()).toEqual(
        expect.arrayContaining(["TypeScript", "Python", "Go", "YAML"]),
      );
      await example.getByText("Python", { exact: true }).click();
      await expect.poll(() => example.locator(".blocks .active").textContent()).toContain(expected);
    }
    await page.close();
  });

  test.each([
    ["getting started", /Get started|Tutorial|Your own project/],
    ["timeout", /kubernetes\.Cluster|timeout/i],
  ])("the search finds %s", async (asked, expected) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("searchbox").fill(asked);
    await expect.poll(() => page.getByRole("option").first().textContent()).toMatch(expected);
    await page.close();
  });

  test("the search finds a page by a word in it, and opens it", async () => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("searchbox").fill("getReservationFlavors");
    await page
      .getByRole("option", { name: /getReservationFlavors/ })
      .first()
      .click();
    await page.waitForURL(/getreservationflavors|get-reservation-flavors|ids/i);
    await page.close();
  });

  test.each(["", "docs/settings", "docs/reference/cdn-rule-template", "docs/errors", "policies/rules"])(
    "the page /%s fits in every width",
    async (path) => {
      const page = await browser.newPage();
      await page.goto(`${address}/${path}`);
      for (const width of [360, 768, 960, 1280, 1440, 1520, 1600, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([width, width]);
      }
      await page.close();
    },
  );

  test.each(["light", "dark"] as const)("pages fit on a phone, in the %s scheme of the system", async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    for (const path of [
      "",
      "docs/tutorial",
      "docs/guides/ids",
      "docs/reference/kubernetes-cluster",
      "policies/rules",
    ]) {
      await page.goto(`${address}/${path}`);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 390]);
      expect([path, await page.evaluate("document.documentElement.classList.contains('dark')")]).toEqual([
        path,
        colorScheme === "dark",
      ]);
    }
    await context.close();
  });
});

/** Returns links to headings that do not exist on the target page. */
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
