import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../helpers/chromium.ts";
import { cluster, clustersPath } from "../platform.ts";
import { opened, templates } from "./opened.ts";

let browser: Browser;

/** The first run may download and unpack Debian's package. */
const launchTimeoutMs = 600_000;

beforeAll(async () => {
  browser = await launchChromium();
}, launchTimeoutMs);

afterAll(async () => {
  await browser?.close();
});

test("gives each tab, object and filter an address that the browser's history goes back to", async () => {
  const { page, complaints } = await opened(browser);
  await page.getByRole("link", { name: "Objects", exact: true }).click();
  await page.getByRole("link", { name: "1/76/edge-1" }).click();
  await page.getByRole("heading", { name: "edge-1" }).waitFor();
  expect(page.url()).toMatch(/#\/objects\/clusters\/1%2F76%2Fedge-1$/);
  await page.goBack();
  await page.getByRole("heading", { name: "Kubernetes clusters" }).waitFor();
  await page
    .getByRole("navigation", { name: "Collections" })
    .getByRole("link", { name: /Flavors/ })
    .click();
  await page.getByRole("columnheader", { name: "price_per_hour" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Flavors" }).waitFor();
  expect(complaints).toEqual([]);
});

test("sorts, filters and turns the pages of a table, and keeps that in the address", async () => {
  const { page, emulator, complaints, visit } = await opened(browser);
  const { store, database } = emulator.platform;
  const first = store.ruleTemplates.all()[0];
  if (first === undefined) throw new Error("There is no template to begin with.");
  database.write(() => {
    for (let id = 1001; id <= 1120; id++)
      store.ruleTemplates.put(id, { ...first, id, name: `n${id}`, rule: id === 1007 ? "/needle" : "/hay" });
  });
  await visit("objects/ruleTemplates");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByText(/^1–50 of 12\d objects$/).waitFor();
  await pages.getByRole("button", { name: "Next" }).click();
  await pages.getByText(/^51–100 of/).waitFor();
  expect(page.url()).toContain("page=2");
  await page.getByRole("columnheader", { name: "name" }).getByRole("button").click();
  await page.getByRole("columnheader", { name: "name" }).getByRole("button").click();
  await page.locator("th[aria-sort=ascending]").waitFor();
  await pages.getByText(/^1–50 of/).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("NEEDLE");
  await pages.getByText("1 object", { exact: true }).waitFor();
  await page.getByRole("link", { name: "1007" }).waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("no such text");
  await page.getByText("No rule template matches these filters.").waitFor();
  await page.getByRole("link", { name: "Remove the filters" }).click();
  await pages.getByText(/^1–50 of/).waitFor();
  expect(complaints).toEqual([]);
});

test("shows what a request sent, why it was refused and what it changed, and sends it again", async () => {
  const { page, emulator, complaints, visit } = await opened(browser, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await visit("requests");
  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await page.getByText("1 request", { exact: true }).waitFor();
  await page.getByRole("link", { name: templates }).click();
  await page.getByText("ruleType: Too big").first().waitFor();
  await page.getByRole("region", { name: "Body", exact: true }).filter({ hasText: '"ruleType": 9' }).waitFor();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await page.getByText("Copied.").waitFor();
  const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
  expect(copied).toContain(`curl -X POST '${emulator.url}${templates}'`);
  expect(copied).toContain(`-d '{"rule":"/images/.*","ruleType":9}'`);
  const before = page.url();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Sent again: answered 400.").waitFor();
  expect(page.url()).not.toBe(before);

  await visit("requests?method=POST&find=clusters");
  await page.getByRole("link", { name: clustersPath }).click();
  await page.getByRole("link", { name: "clusters 1/76/edge-1" }).click();
  await page.getByText("cloudplatform adopt cluster 1/76/edge-1").waitFor();
  await page.getByRole("link", { name: "clusters.create" }).click();
  await page.getByRole("link", { name: /^tasks / }).click();
  await page.getByRole("heading", { name: "create_k8s_cluster_v2" }).waitFor();
  // The browser reports no error, not even for the control request that gets status 400.
  expect(complaints).toEqual([]);
});

test("sends requests to the emulator only, and shows no secret of a request", async () => {
  for (const recordBodies of [true, false]) {
    const { page, asked, emulator, control, visit } = await opened(browser, { recordBodies });
    const { requests } = (await control("GET", "requests?method=POST")).body;
    for (const { id } of requests) {
      await visit(`requests/${id}`);
      await page.getByRole("heading", { name: "Answered" }).waitFor();
      const text = (await page.locator("main").textContent()) ?? "";
      expect(text).not.toContain("planted-secret");
      expect(text.includes("[text]")).toBe(!recordBodies);
      expect(await page.getByText("Values of bodies are hidden").count()).toBe(recordBodies ? 0 : 1);
    }
    expect(asked.filter((url) => !url.startsWith(`${emulator.url}/_emulator/`) && !url.startsWith("data:"))).toEqual(
      [],
    );
  }
});

test("finishes a task, and fails one after asking", async () => {
  const { page, call, control, complaints, visit } = await opened(browser);
  await visit("tasks");
  await page.getByText("49 %", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: /^Finish now/ }).click();
  await page.getByRole("row").filter({ hasText: "FINISHED" }).waitFor();
  expect((await call("GET", `${clustersPath}/edge-1`)).body.status).toBe("Provisioned");
  await call("POST", clustersPath, {
    body: { ...cluster, name: "edge-2", pools: [{ ...cluster.pools[0], max_node_count: 2 }] },
  });
  await page.getByRole("button", { name: /^Fail now/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Fail now" }).click();
  await page.getByRole("row").filter({ hasText: "ERROR" }).waitFor();
  expect((await call("GET", `${clustersPath}/edge-2`)).status).toBe(404);
  expect((await control("GET", "summary")).body.active).toBe(0);
  expect(complaints).toEqual([]);
});

test("changes and deletes an object, says why a change is refused, and shows the difference", async () => {
  const { page, call, complaints, visit } = await opened(browser);
  const { id } = (await call("GET", templates)).body.at(-1);
  await visit(`objects/ruleTemplates/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("weight", { exact: true }).fill("many");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").filter({ hasText: "weight" }).waitFor();
  await dialog.getByLabel("weight", { exact: true }).fill("7");
  await dialog.getByLabel("ruleType", { exact: true }).fill('"first"');
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").filter({ hasText: "ruleType" }).waitFor();
  await dialog.getByLabel("ruleType", { exact: true }).fill("0");
  await dialog.getByLabel("name", { exact: true }).fill("renamed");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Changed: name, weight.").waitFor();
  expect((await call("GET", `${templates}/${id}`)).body).toMatchObject({ name: "renamed", weight: 7 });

  await page.getByRole("tab", { name: "History (2)" }).click();
  await page.getByRole("row").filter({ hasText: "weight" }).filter({ hasText: "7" }).first().waitFor();
  await page.getByText("a control route, outside the API").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${id} was deleted.`).waitFor();
  expect((await call("GET", `${templates}/${id}`)).status).toBe(404);
  await visit(`objects/ruleTemplates/${id}`);
  await page.getByText("This object does not exist, or no longer.").waitFor();
  await page.getByText("deleted", { exact: true }).first().waitFor();
  // The browser reports refused changes and the missing object as errors. There must be no others.
  expect(complaints.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
});

test("creates an object through the API with a form, or as JSON, and says why it is refused", async () => {
  const { page, call, visit } = await opened(browser);
  await visit("objects/ruleTemplates/new");
  await page.getByLabel(/^rule required/).fill("/from-form");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Created.").waitFor();
  await page.getByRole("link", { name: "ruleTemplates.create" }).waitFor();
  expect((await call("GET", templates)).body.at(-1).rule).toBe("/from-form");
  await visit("objects/clusters/new");
  await page.getByRole("checkbox", { name: "Write the body as JSON" }).check();
  await page
    .getByLabel("Body", { exact: true })
    .fill(JSON.stringify({ ...cluster, name: "edge-3", version: "v0.0.1" }));
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").filter({ hasText: "version" }).getByRole("link", { name: "Show the request" }).click();
  await page.getByText("Answered 400.").waitFor();
});

test("restores a snapshot of the platform", async () => {
  const { page, call, visit } = await opened(browser);
  await visit("snapshots");
  await page.getByText("No snapshots yet.").waitFor();
  await page.getByRole("textbox", { name: "Name of the snapshot" }).fill("before");
  await page.getByRole("button", { name: "Save snapshot" }).click();
  await page.getByText("Snapshot “before” saved.").waitFor();
  await call("POST", templates, { body: { rule: "/later", ruleType: 0 } });
  const count = (await call("GET", templates)).body.length;
  await page.getByRole("button", { name: "Go back to before" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
  await page.getByText("Back at “before”.").waitFor();
  expect((await call("GET", templates)).body).toHaveLength(count - 1);
  await page.getByRole("button", { name: "Remove before" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No snapshots yet.").waitFor();
});

test("injects a fault, shows its requests, and keeps it in the history", async () => {
  const { page, call, visit } = await opened(browser);
  await visit("faults");
  await page.getByLabel("Status", { exact: true }).fill("418");
  await page.getByRole("button", { name: "Inject" }).click();
  await page.getByRole("button", { name: /^End fault status/ }).waitFor();
  expect((await call("GET", templates)).status).toBe(418);
  await page.getByText(/^used up/).waitFor();
  await page.getByRole("link", { name: "1 request" }).click();
  await page.getByRole("row").filter({ hasText: "418" }).waitFor();
  await visit("faults");
  await page.getByRole("combobox", { name: /^Fault / }).selectOption("task-stall");
  await page.getByRole("button", { name: "Inject" }).click();
  await page.getByText("waits for a task").waitFor();
  await call("GET", templates);
  await page.getByRole("button", { name: /^End fault task-stall/ }).click();
  await page.getByText("No active faults.").waitFor();
});

test("shows and changes the behaviors and the clock", async () => {
  const { page, control, complaints, visit } = await opened(browser);
  const values = async () => (await control("GET", "behaviors")).body.values;
  await visit("behaviors?find=cdnPatch");
  await page.getByRole("combobox", { name: /cdnPatch/ }).selectOption("replace");
  await page.getByText("cdnPatch is replace.").waitFor();
  expect(await values()).toMatchObject({ cdnPatch: "replace" });
  await page.getByRole("combobox", { name: "Preset" }).selectOption("nulls");
  await page.getByText("Preset nulls applied.").waitFor();
  expect(await values()).toMatchObject({ cdnPatch: "merge", unsetText: "null" });

  await page.getByText("Advance", { exact: true }).click();
  await page.getByRole("button", { name: "15 minutes" }).click();
  await page.getByText("Clock advanced by 15 minutes.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  expect((await control("GET", "clock")).body.paused).toBe(false);
  expect(complaints).toEqual([]);
});
