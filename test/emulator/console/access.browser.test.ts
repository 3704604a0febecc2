import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../helpers/chromium.ts";
import { audit, lowestContrast } from "../../helpers/page-audit.ts";
import { cluster, clustersPath } from "../platform.ts";
import { type Opened, opened } from "./opened.ts";

let browser: Browser;

/** The first run may download and unpack Debian's package. */
const launchTimeoutMs = 600_000;

beforeAll(async () => {
  browser = await launchChromium();
}, launchTimeoutMs);

afterAll(async () => {
  await browser?.close();
});

/** Creates data for every kind of view. Returns an address for each. */
async function addresses({ call, control }: Opened): Promise<string[]> {
  await control("POST", "faults", { name: "task-error", count: 1 });
  await call("POST", clustersPath, {
    body: { ...cluster, name: "edge-2", pools: [{ ...cluster.pools[0], max_node_count: 2 }] },
  });
  await control("POST", "clock", { advanceMs: 4 * 60_000 });
  await control("POST", "faults", { name: "delay", ms: 1 });
  await control("POST", "snapshots", { name: "saved" });
  const { requests } = (await control("GET", "requests?method=POST")).body;
  const { items } = (await control("GET", "objects/tasks")).body;
  const object = "objects/clusters/1%2F76%2Fedge-1";
  return [
    ...["", "objects", "objects/apps", "objects/clusters?find=nothing", object, `${object}?tab=json`],
    ...[
      `${object}?tab=history`,
      "objects/clusters/new",
      "objects/apps/new",
      "requests",
      "tasks",
      "faults",
      "behaviors",
    ],
    ...["snapshots", "objects/clusters/none", "requests/none"],
    ...requests.map(({ id }: { id: string }) => `requests/${id}`),
    ...items.map(({ id }: { id: string }) => `tasks/${id}`),
  ];
}

/** Waits until the view shows its data. A quiet network would never come: the summary is requested every second. */
async function shown({ page }: Opened): Promise<void> {
  await page.locator("main h1").waitFor();
  await expect.poll(() => page.locator(".stale").count()).toBe(0);
}

// Of axe-core's rules only contrast depends on the color scheme. The next test measures contrast in the dark scheme.
test("has no axe-core findings in the light scheme", async () => {
  const console = await opened(browser, { colorScheme: "light" });
  const { page, visit } = console;
  for (const address of await addresses(console)) {
    await visit(address);
    await shown(console);
    expect(await audit(page), address).toEqual([]);
  }
  await visit("objects/clusters/1%2F76%2Fedge-1");
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await audit(page), "the form").toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Advance", { exact: true }).click();
  expect(await audit(page), "the clock's menu").toEqual([]);
});

test("fits 390 pixels and is readable in the dark scheme", async () => {
  const console = await opened(browser, { colorScheme: "dark", viewport: { width: 390, height: 844 } });
  const { page, visit } = console;
  for (const address of await addresses(console)) {
    await visit(address);
    await shown(console);
    expect(await page.evaluate("[document.documentElement.scrollWidth, innerWidth]"), address).toEqual([390, 390]);
    expect(await lowestContrast(page), address).toBeGreaterThanOrEqual(4.5);
    // The clock is visible without scrolling.
    const clock = await page.locator(".clock time").boundingBox();
    expect(clock?.y, address).toBeLessThan(60);
  }
});

test("every action of the console is reached with the keyboard alone", async () => {
  const { page, call } = await opened(browser);
  const focused = () => page.evaluate("document.activeElement.textContent.trim()");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await page.keyboard.press("5");
  await page.getByRole("heading", { name: "Faults" }).waitFor();
  await expect.poll(focused).toBe("Faults");
  await page.getByRole("combobox", { name: /^Fault / }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type("418");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^End fault status/ }).focus();
  expect((await call("GET", "/cloud/v1/tasks")).status).toBe(418);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.getByRole("link", { name: "1/76/edge-1" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Fields" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "JSON", selected: true }).waitFor();
});

test("names the next step if there is nothing to show", async () => {
  const { page, visit } = await opened(browser, { isNew: true });
  const hints: [string, RegExp][] = [
    ["", /Point a stack at this emulator/],
    ["objects/clusters", /create one here/],
    ["requests", /Run pulumi up/],
    ["tasks", /Create a cluster/],
    ["faults", /Choose a fault and inject it/],
    ["snapshots", /Save one before a risky/],
  ];
  for (const [address, hint] of hints) {
    await visit(address);
    await page.getByText(hint).first().waitFor();
    expect(await audit(page), address).toEqual([]);
  }
});

test("continues automatically after the emulator could not be reached", async () => {
  const { page } = await opened(browser);
  await page.route("**/summary", (route) => route.abort());
  await page.getByRole("alert").filter({ hasText: "The emulator does not respond" }).waitFor();
  await page.unroute("**/summary");
  await page.getByRole("alert").waitFor({ state: "detached" });
});
