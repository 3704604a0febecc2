import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "./console/chromium.ts";
import { cluster, clustersPath, type Running, running, template } from "./platform.ts";

/** Runs in the page, where the project's types are not available. */
const lowestContrast = readFileSync(new URL("console/contrast.js", import.meta.url), "utf8");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const templates = "/cdn/resources/rule_templates";
let browser: Browser;

/** The first run may download and unpack Debian's package. */
const launchTimeoutMs = 600_000;

beforeAll(async () => {
  browser = await launchChromium();
}, launchTimeoutMs);

afterAll(async () => {
  await browser?.close();
});

interface Opened extends Running {
  page: Page;
  /** Errors and warnings of the browser. */
  complaints: string[];
  /** URLs that the page requested. */
  asked: string[];
}

/** The console of an emulator with a cluster in creation and some requests. */
async function opened(options: BrowserContextOptions = {}, recordBodies = true): Promise<Opened> {
  const platform = await running({ recordBodies });
  const { call, control, emulator } = platform;
  await control("POST", "clock", { pause: true });
  await call("POST", clustersPath, { body: cluster });
  await control("POST", "clock", { advanceMs: 5 * 60_000 });
  await call("POST", templates, {
    body: { ...template, options: { secure_key: { enabled: true, key: "planted-secret" } } },
  });
  await call("POST", templates, { body: { ...template, ruleType: 9 } });
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(emulator.console);
  await page.getByText("create_k8s_cluster_v2").waitFor();
  return { ...platform, page, complaints, asked };
}

test("shows records, tasks with their progress and the latest requests with their bodies", async () => {
  const { page, complaints } = await opened();
  await page.getByRole("button", { name: "clusters 1" }).click();
  await page.getByRole("row", { name: /^1\/76\/edge-1 edge-1 .*Provisioning/ }).waitFor();
  expect(await page.locator("#chart-text").textContent()).toMatch(
    /^[3-9] requests in the last minute; 1 refused, 0 failed$/,
  );
  expect(await page.getByRole("progressbar").getAttribute("value")).toBe("49");
  const refused = page.locator("#request-list summary").filter({ hasText: "400" });
  await refused.click();
  const body = await page.locator("#request-list details[open] pre").textContent();
  expect(JSON.parse(body ?? "")).toMatchObject({
    sent: { ruleType: 9 },
    answered: { errors: { ruleType: [expect.any(String)] } },
  });
  await page.getByRole("button", { name: /^flavors/ }).click();
  await page.getByRole("columnheader", { name: "price_per_hour" }).waitFor();
  expect(complaints).toEqual([]);
});

test("sends requests to the emulator only, and shows no secret of a request", async () => {
  const { page, asked, emulator } = await opened();
  for (const summary of await page.locator("#request-list summary").all()) await summary.click();
  expect(await page.locator("#request-list").textContent()).not.toContain("planted-secret");
  expect(await page.getByText("Values of bodies are hidden").isVisible()).toBe(false);
  expect(asked.filter((url) => !url.startsWith(`${emulator.url}/_emulator/`))).toEqual([]);
});

test("hides the values of bodies unless the emulator records them, and says so", async () => {
  const { page, complaints } = await opened({}, false);
  await page.getByText("Values of bodies are hidden").waitFor();
  for (const summary of await page.locator("#request-list summary").all()) await summary.click();
  const shown = (await page.locator("#request-list").textContent()) ?? "";
  expect(shown).toContain("[text]");
  for (const text of [template.rule, cluster.version, "planted-secret"]) expect(shown).not.toContain(text);
  expect(complaints).toEqual([]);
});

test("injects and removes a fault with the keyboard alone", async () => {
  const { page, call, complaints } = await opened();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("combobox", { name: "Fault" }).focus();
  await press("Tab");
  await page.keyboard.type("418");
  await press("Tab", "Tab", "Tab");
  await page.keyboard.type("2");
  await press("Tab", "Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Inject");
  await press("Enter");
  await page.getByRole("button", { name: /^End fault status/ }).waitFor();
  expect((await call("GET", templates)).status).toBe(418);
  await page.getByText("1 hits").waitFor();
  await page.getByRole("button", { name: /^End fault status/ }).focus();
  await press("Enter");
  await page.getByText("No active faults.").waitFor();
  expect((await call("GET", templates)).status).toBe(200);
  expect(complaints).toEqual([]);
});

test("advances the clock and shows the task that ends", async () => {
  const { page, call, control } = await opened();
  await page.getByRole("button", { name: "+15 minutes" }).click();
  await page.getByText("FINISHED", { exact: true }).waitFor();
  expect((await call("GET", `${clustersPath}/edge-1`)).body.status).toBe("Provisioned");
  expect(await page.locator("#pace").textContent()).toBe("paused");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  expect((await control("GET", "clock")).body.paused).toBe(false);
});

test("shows the current habits, and applies a preset and single values", async () => {
  const { page, control, complaints } = await opened();
  const currentHabits = async () => (await control("GET", "habits")).body.values;
  await page.getByRole("combobox", { name: "cdnPatch" }).selectOption("replace");
  await page.getByText("Habit cdnPatch is replace.").waitFor();
  expect(await currentHabits()).toMatchObject({ cdnPatch: "replace", unsetText: "as-seen" });
  await page.getByRole("combobox", { name: "Preset" }).selectOption("nulls");
  await page.getByRole("button", { name: "Apply preset" }).click();
  await page.getByText("Preset nulls applied.").waitFor();
  expect(await currentHabits()).toMatchObject({ cdnPatch: "merge", unsetText: "null" });
  expect(await page.getByRole("combobox", { name: "unsetText" }).inputValue()).toBe("null");
  expect(complaints).toEqual([]);
});

test("keeps open details open across a refresh", async () => {
  const { page, call } = await opened();
  const first = page.locator("#request-list details").last();
  await first.locator("summary").click();
  await call("GET", "/edgeapp/v1/apps/99");
  await page.locator("#request-list summary").filter({ hasText: "404" }).waitFor();
  expect(await first.getAttribute("open")).not.toBeNull();
});

test.each(["light", "dark"] as const)("is readable at 400 pixels in the %s scheme", async (colorScheme) => {
  const { page } = await opened({ colorScheme, viewport: { width: 400, height: 800 } });
  const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
  expect(widths).toEqual([400, 400]);
  expect(await page.evaluate(lowestContrast)).toBeGreaterThanOrEqual(4.5);
});

test("finds an old record among more than the page shows", async () => {
  const { page, emulator, call, complaints } = await opened();
  const { body: old } = await call("POST", templates, { body: { ...template, rule: "/needle" } });
  const { store } = emulator.platform;
  for (let id = old.id + 1; id <= old.id + 200; id++) store.ruleTemplates.put(id, { ...old, id, rule: `/hay/${id}` });
  await page.getByRole("button", { name: /^ruleTemplates/ }).click();
  await page.getByText("latest 100 shown").waitFor();
  await page.getByRole("searchbox", { name: "Contains" }).fill("NEEDLE");
  await page.getByText(/^ruleTemplates: 1 of \d+ contain "NEEDLE"$/).waitFor();
  await page.getByRole("button", { name: `Edit ruleTemplates ${old.id}` }).click();
  expect(await page.getByLabel("rule", { exact: true }).inputValue()).toBe("/needle");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("searchbox", { name: "Contains" }).fill("hay");
  await page.getByText('latest 100 records that contain "hay"').waitFor();
  await page.getByRole("searchbox", { name: "Contains" }).fill("no such text");
  await page.getByText(/^ruleTemplates: 0 of/).waitFor();
  expect(await page.locator("#collection-rows tr:visible").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("changes and deletes a record by its form, and shows why a change is refused", async () => {
  const { page, call, complaints } = await opened();
  const { id } = (await call("GET", templates)).body.at(-1);
  await page.getByRole("button", { name: /^ruleTemplates/ }).click();
  await page.getByRole("button", { name: `Edit ruleTemplates ${id}` }).click();
  await page.getByLabel("weight", { exact: true }).fill("many");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("weight is not valid JSON").waitFor();
  await page.getByLabel("weight", { exact: true }).fill("7");
  await page.getByLabel("ruleType", { exact: true }).fill('"first"');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "ruleType" }).waitFor();
  await page.getByLabel("ruleType", { exact: true }).fill("0");
  await page.getByLabel("name", { exact: true }).fill("renamed");
  // However long the page takes to read the records again: a button that is about to be replaced may lose a click.
  await page.route(/state\/ruleTemplates\?/, async (route) => {
    await setTimeout(300);
    await route.continue();
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`ruleTemplates ${id} changed: name, weight.`).waitFor();
  expect(await page.getByRole("row").filter({ hasText: "renamed" }).count()).toBe(1);
  expect((await call("GET", `${templates}/${id}`)).body.weight).toBe(7);

  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: `Delete ruleTemplates ${id}` }).click();
  await page.getByText(`ruleTemplates ${id} deleted.`).waitFor();
  expect((await call("GET", `${templates}/${id}`)).status).toBe(404);
  // Refused changes are errors of the browser, too; nothing else is.
  expect(complaints.filter((text) => !text.includes("status of 400"))).toEqual([]);
});

test("keeps a long list of requests in a region of its own", async () => {
  const { page, call } = await opened();
  const height = () => page.evaluate("document.querySelector('#requests').offsetHeight") as Promise<number>;
  for (let index = 0; index < 12; index++) await call("GET", "/edgeapp/v1/apps/99");
  await page.locator("#request-list > li").nth(13).waitFor();
  const before = await height();
  for (let index = 0; index < 20; index++) await call("GET", "/edgeapp/v1/apps/99");
  await page.locator("#request-list > li").nth(33).waitFor();
  expect(await height()).toBeLessThanOrEqual(before + 260);
  expect(await page.evaluate("document.querySelector('#requests .scroll').offsetHeight")).toBeLessThanOrEqual(420);
});

test.each(["light", "dark"] as const)("has nothing that axe-core objects to in the %s scheme", async (colorScheme) => {
  const { page, call, control } = await opened({ colorScheme });
  const audit = async (part = "html") => {
    // Of a part, whose structure is the same in both schemes, the dark one has its colors audited.
    const rules = part !== "html" && colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(rules)})`)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  };
  // The page's own policy forbids scripts of others; a script of the test is none of the page's.
  await page.evaluate(axeSource);

  // Every collection with its rows, a running and a failed task, a request with its bodies, a fault of each form.
  await control("POST", "faults", { name: "task-error", count: 1 });
  await call("POST", clustersPath, { body: { ...cluster, name: "edge-2" } });
  await control("POST", "clock", { advanceMs: 15 * 60_000 });
  await call("POST", clustersPath, { body: { ...cluster, name: "edge-3" } });
  await page.getByText("ERROR", { exact: true }).waitFor();
  await page.locator("#request-list summary").first().click();
  // The three forms of a fault: with a status, with a time, with a text.
  for (const name of ["status", "late", "task-error"]) {
    await page.getByRole("combobox", { name: "Fault", exact: true }).selectOption(name);
    expect(await audit("#fault-form"), name).toEqual([]);
  }
  await page.getByRole("button", { name: "Inject" }).click();
  await page.getByRole("button", { name: /^End fault/ }).waitFor();
  const all = await page.locator("#counts button > span:first-child").allTextContents();
  expect(all.length).toBeGreaterThan(10);
  // In the dark scheme those with every color of a state, and one that is empty.
  const collections = colorScheme === "light" ? all : ["clusters", "tasks", "apps", "reservations"];
  for (const name of collections) {
    await page.getByRole("button", { name: new RegExp(`^${name} \\d`) }).click();
    await page
      .locator("#collection-title")
      .filter({ hasText: `${name}:` })
      .waitFor();
    expect(await audit("#records"), name).toEqual([]);
  }
  await page.getByRole("button", { name: /^ruleTemplates \d/ }).click();
  await page.getByRole("button", { name: "Edit ruleTemplates 1" }).waitFor();
  expect(await audit()).toEqual([]);

  // The dialog with its fields, and with the reason why a change is refused.
  await page.getByRole("button", { name: "Edit ruleTemplates 1" }).click();
  expect(await audit()).toEqual([]);
  await page.getByLabel("weight", { exact: true }).fill("many");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "weight" }).waitFor();
  expect(await audit()).toEqual([]);
});
