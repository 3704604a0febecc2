import { createClient, readSettings, scopeOf } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { listAccount } from "../../provider/cli/account/objects.ts";
import { costOf } from "../../provider/cli/cost/cost.ts";
import { costHtml, costMarkdown, costText } from "../../provider/cli/cost/render.ts";
import type { Gathered } from "../../provider/cli/inventory/gather.ts";
import { clientsIn, type Entry, inventoryOf, statuses } from "../../provider/cli/inventory/inventory.ts";
import { inventoryHtml, inventoryMarkdown, inventoryText } from "../../provider/cli/inventory/render.ts";
import { repairOf } from "../../provider/cli/inventory/repair.ts";
import { reportOf } from "../../provider/cli/inventory/report.ts";
import { platform } from "../helpers/platform.ts";

/** Builds the reports of `inventory` and `cost` from entries, without a platform: reservations carry their own prices. */
const emulator = await platform();
const settings = readSettings({ baseUrl: "http://127.0.0.1:9", apiKey: "k" }, undefined, {});
const { signal } = new AbortController();
const now = Date.parse("2026-11-25T00:00:00Z");

function reservation(id: number, stack: string | undefined, perMonth: string, currencyCode: string): Entry {
  const owners = stack === undefined ? [] : [{ stack, urn: `urn:pulumi:${stack}::p::t::r${id}` }];
  const amountPrices = { commitPricePerMonth: perMonth, commitPriceTotal: String(Number(perMonth) * 12), currencyCode };
  return {
    ...{ status: stack === undefined ? "unmanaged" : "managed", type: "reservations:Reservation", kind: "reservation" },
    ...{ id: String(id), name: `r${id}`, owners, createdAt: "2026-11-01T00:00:00Z" },
    live: { id, regionId: 76, status: "ACTIVATED", activeTo: "2027-10-31T00:00:00Z", period: "MONTHS12", amountPrices },
  };
}

function gathered(entries: Entry[]): Gathered {
  const names = [...new Set(entries.flatMap(({ owners }) => owners.map(({ stack }) => stack)))];
  return {
    ...{ entries, unmadeCreates: [], platform: "http://127.0.0.1:9", unread: [], places: ["1/76"] },
    stacks: { names, unread: [], elsewhere: 0 },
  };
}

const money = (amount: string, currency: string) => ({ amount, currency });

test("stacks in two currencies have one total per currency, without conversion", async () => {
  const entries = [
    reservation(1, "org/web/prod", "100.10", "EUR"),
    reservation(2, "org/web/prod", "0.05", "EUR"),
    reservation(3, "org/shop/prod", "50", "USD"),
    reservation(4, "org/shop/prod", "7.25", "EUR"),
    reservation(5, undefined, "1", "USD"),
  ];
  const report = await costOf(gathered(entries), settings, signal, now);
  expect(report.monthly).toEqual([money("107.40", "EUR"), money("51.00", "USD")]);
  expect(report.stacks).toEqual([
    { stack: "org/shop/prod", monthly: [money("7.25", "EUR"), money("50.00", "USD")], objects: 2 },
    { stack: "org/web/prod", monthly: [money("100.15", "EUR")], objects: 2 },
    { monthly: [money("1.00", "USD")], objects: 1 },
  ]);
  expect(report.objects.map(({ commitment }) => commitment?.until)).toEqual(report.objects.map(() => "2027-10-31"));
  expect(costText(report)).toContain("107.40 EUR + 51.00 USD a month");
  expect(costMarkdown(report)).toContain("| `org/shop/prod` | `2` | `7.25 EUR + 50.00 USD` |");
  expect(costMarkdown(report)).toContain("| `Sum` |  | `107.40 EUR + 51.00 USD` |");
});

test("the chart has a bar for each stack and currency, on a scale of its currency", async () => {
  const entries = [
    reservation(1, "dear", "100", "EUR"),
    reservation(2, "cheap", "25", "EUR"),
    reservation(3, "<b>", "4", "USD"),
  ];
  const html = costHtml(await costOf(gathered(entries), settings, signal, now));
  const widths = [...html.matchAll(/<rect class="bar" width="([\d.]+)%"/g)].map(([, width]) => Number(width));
  const labels = [...html.matchAll(/<text x="0"[^>]*>([^<]*)</g)].map(([, label]) => label);
  expect(labels).toEqual(["&lt;b&gt;", "cheap", "dear"]);
  const [usd = 0, cheap = 0, dear = 0] = widths;
  expect(dear / cheap).toBeCloseTo(4, 1);
  expect(usd).toBeCloseTo(dear, 1);
  for (const text of ["100.00 EUR", "25.00 EUR", "4.00 USD"]) expect(html).toContain(`>${text}</text>`);
});

test("the next update repairs a pending create; the engine's own import forgets it", () => {
  const owners = [{ stack: "prod", urn: "urn:pulumi:prod::p::cloudplatform:reservations:Reservation::r7" }];
  expect(repairOf({ ...reservation(7, "prod", "1", "EUR"), status: "pending", owners })).toBe(
    "pulumi up --stack 'prod'",
  );
});

const hostile = '<img src=x onerror="1">|`a`\n# heading';

test("each status is a section of the inventory in text, Markdown and HTML, and no name breaks out of its cell", async () => {
  const entries = statuses.map((status, index) => ({
    ...reservation(index + 1, status === "unmanaged" ? undefined : "org/web/prod", "1", "EUR"),
    ...{ status, name: hostile },
  }));
  const report = await reportOf(gathered(entries), settings, signal, now);
  const [text, markdown, html] = [inventoryText, inventoryMarkdown, inventoryHtml].map((render) =>
    render(report, true),
  );
  for (const title of ["In two resources", "Pending", "Gone", "Unmanaged", "Unknown", "Managed"])
    for (const one of [text, markdown, html]) expect(one).toContain(`${title}:`);
  expect(html).not.toContain("<img");
  expect(html?.match(/<tr /g)).toHaveLength(2 * statuses.length);
  const lines = markdown?.split("\n") ?? [];
  const cellsOf = (line = "") => line.replaceAll("\\|", "").split("|");
  const rows = [...lines.entries()].filter(([, line]) => line.startsWith("| `"));
  expect(rows).toHaveLength(statuses.length);
  // Each section has one row, two lines below its headings.
  for (const [index, row] of rows) expect(cellsOf(row)).toHaveLength(cellsOf(lines[index - 2]).length);
  expect(markdown).not.toMatch(/^# heading/m);
  expect(inventoryText(report)).not.toContain("Managed:");
  expect(report.objects.map(({ ageDays }) => ageDays)).toEqual(statuses.map(() => 24));
  const priced = report.objects.filter(({ perMonth }) => perMonth !== undefined);
  expect(priced.map(({ status, perMonth, currency }) => [status, perMonth, currency])).toContainEqual([
    "unmanaged",
    "1.00",
    "EUR",
  ]);
  for (const one of [text, markdown, html]) for (const shown of ["24 d", "1.00 EUR"]) expect(one).toContain(shown);
});

test("the quota notification of a client that only a stack names is managed, not unknown", async () => {
  const client = createClient({ baseUrl: emulator.url, apiKey: "local" }).bind(scopeOf("the test"));
  const urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/cloudplatform/quotas:NotificationThreshold::q";
  const type = "cloudplatform:quotas:NotificationThreshold";
  const objects = [{ type, id: "5", urn }];
  const resources = [{ ...{ stack: "dev", urn, type }, objects, inputs: {}, outputs: {} }];
  const stacks = { ...{ names: ["dev"], resources, pending: [] }, ...{ unread: [], elsewhere: 0 } };
  const lists = await listAccount(client, [], clientsIn(resources));
  const { entries } = inventoryOf(lists, stacks);
  expect(entries.find((one) => one.type === "quotas:NotificationThreshold")).toMatchObject({ status: "managed" });
});
