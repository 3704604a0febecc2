import { codeSpan, html as escaped } from "../../review/render/escape.ts";
import { htmlPage, tileOf } from "../../review/render/html.ts";
import type { Tile } from "../../review/render/screen.ts";
import { counted } from "../../values/counted.ts";
import { htmlTable, remarksHtml } from "../html-table.ts";
import { type Column, tableMarkdown, tableText, usedColumns } from "../table.ts";
import type { Status } from "./inventory.ts";
import { hasFindings, type InventoryReport, type ReportedObject } from "./report.ts";

/** What each status means for the reader, most urgent first. */
const titles: Readonly<Record<Status, string>> = {
  duplicate: "In two resources: the deletion of one deletes what the other has",
  pending: "Pending: an update was interrupted while it created them",
  gone: "Gone: a stack has them, and the platform does not",
  unmanaged: "Unmanaged: no stack has them",
  unknown: "Unknown: a stack or a list could not be read",
  managed: "Managed: exactly one resource has them",
};

const order = Object.keys(titles) as Status[];

const columns: readonly Column<ReportedObject>[] = [
  ["Type", ({ type }) => type],
  ["Id", ({ id }) => id],
  ["Name", ({ name }) => name],
  ["Age", ({ ageDays }) => (ageDays === undefined ? "" : `${ageDays} d`)],
  ["A month", ({ perMonth, currency }) => (perMonth === undefined ? "" : `${perMonth} ${currency}`)],
  ["Stack", ({ owners }) => [...new Set(owners.map(({ stack }) => stack))].join(", ")],
  ["Fix", ({ repair }) => repair],
];

type Section = [title: string, objects: ReportedObject[]];

/** The objects that need action; with `all`, also those in order. */
function sectionsOf({ objects }: InventoryReport, all: boolean): Section[] {
  return order.flatMap((status): Section[] => {
    const own = objects.filter((one) => one.status === status);
    return own.length === 0 || (status === "managed" && !all) ? [] : [[titles[status], own]];
  });
}

function summaryOf({ counts, objects, stacks, platform }: InventoryReport): string {
  const parts = order.filter((status) => counts[status] > 0).map((status) => `${counts[status]} ${status}`);
  return `${counted(objects.length, "object")} on ${platform}, ${counted(stacks.length, "stack")}: ${parts.join(", ") || "nothing"}.`;
}

function remarksOf({ unmadeCreates, unread, elsewhere, places }: InventoryReport): string[] {
  return [
    ...unmadeCreates.map(
      ({ stack, urn, repair }) =>
        `${urn} of ${stack}: its creation was interrupted and has made nothing. Fix: ${repair}`,
    ),
    ...unread.map(({ object, reason }) => `Could not be read: ${object}: ${reason}`),
    ...(elsewhere === 0 ? [] : [`On another platform or of another account: ${elsewhere} objects of these stacks.`]),
    `Kubernetes clusters were listed in ${places.join(", ") || "no place"}; --place <projectId>/<regionId> adds another.`,
  ];
}

export function inventoryText(report: InventoryReport, all = false): string {
  const sections = sectionsOf(report, all).map(
    ([title, own]) => `${title}\n${tableText(usedColumns(columns, own), own)}`,
  );
  return `${[summaryOf(report), ...sections, remarksOf(report).join("\n")].join("\n\n")}\n`;
}

export function inventoryMarkdown(report: InventoryReport, all = false): string {
  const sections = sectionsOf(report, all).flatMap(([title, own]) => [`\n## ${title}\n`, tableMarkdown(columns, own)]);
  const remarks = remarksOf(report).map((text) => `- ${codeSpan(text)}`);
  return `${[`# Inventory\n`, summaryOf(report), ...sections, "", ...remarks].join("\n")}\n`;
}

export function inventoryHtml(report: InventoryReport, all = false): string {
  const sections = sectionsOf(report, all).map(
    ([title, own]) =>
      `<section>\n<h2>${escaped(`${title} (${own.length})`)}</h2>\n${htmlTable(columns, own)}\n</section>`,
  );
  const { counts, objects, stacks, platform } = report;
  const tiles = order.filter((status) => counts[status] > 0).map((status) => tileOf(tileOfStatus(status, counts)));
  const verdict = hasFindings(report) ? "Needs attention" : "In order";
  return htmlPage({
    title: "Inventory",
    level: hasFindings(report) ? "attention" : "safe",
    header: [
      `<p class="verdict"><strong>${verdict}</strong> ${escaped(`${counted(objects.length, "object")} on ${platform}, ${counted(stacks.length, "stack")}`)}</p>`,
      tiles.length === 0 ? "" : `<dl class="tiles">${tiles.join("")}</dl>`,
    ].join("\n"),
    main: sections.length > 0 ? sections.join("\n") : "<section>No object needs a repair.</section>",
    footer: remarksHtml(remarksOf(report)),
  });
}

const tones: Readonly<Record<Status, Tile["tone"]>> = {
  ...{ duplicate: "bad", gone: "warn", managed: "good", pending: "bad", unknown: "warn", unmanaged: "warn" },
};

function tileOfStatus(status: Status, counts: InventoryReport["counts"]): Tile {
  return { label: status, value: String(counts[status]), tone: tones[status] };
}
