import { codeSpan, html as escaped } from "../../review/render/escape.ts";
import { htmlPage } from "../../review/render/html.ts";
import { counted } from "../../values/counted.ts";
import { htmlTable, remarksHtml } from "../html-table.ts";
import { type Column, tableMarkdown, tableText, usedColumns } from "../table.ts";
import { chart } from "./chart.ts";
import { type Amount, type CostReport, type Coverage, type ObjectCost, sumsOf } from "./cost.ts";

const amountText = (one: Amount | undefined) => (one === undefined ? "" : `${one.amount} ${one.currency}`);
const amountsText = (all: readonly Amount[]) => all.map(amountText).join(" + ") || "0.00";
const stackText = (stack: string | undefined) => stack ?? "(no stack)";

/** A stack, or a sum. */
interface StackRow {
  stack?: string;
  monthly: readonly Amount[];
  objects?: number;
}

const stackColumns: readonly Column<StackRow>[] = [
  ["Stack", ({ stack }) => stackText(stack)],
  ["Objects", ({ objects }) => objects],
  ["A month", ({ monthly }) => amountsText(monthly)],
];

const objectColumns: readonly Column<ObjectCost>[] = [
  ["Stack", ({ stack }) => stackText(stack)],
  ["Type", ({ type }) => type],
  ["Id", ({ id }) => id],
  ["Name", ({ name }) => name],
  ["A month", ({ perMonth, reason }) => (perMonth === undefined ? `not known: ${reason}` : amountText(perMonth))],
  ["At most", ({ maximumPerMonth }) => amountText(maximumPerMonth)],
  ["Committed", ({ commitment }) => commitmentText(commitment)],
];

const coverageColumns: readonly Column<Coverage>[] = [
  ["Region", ({ regionId }) => regionId],
  ["Bare metal", ({ flavor }) => flavor],
  ["Covered", ({ covered }) => covered],
  ["Not covered", ({ uncovered }) => uncovered],
  ["Reserved, unused", ({ unused }) => unused],
  ["Covered a month", ({ perMonth, reason }) => (reason === undefined ? amountText(perMonth) : `not known: ${reason}`)],
];

function commitmentText(commitment: ObjectCost["commitment"]): string {
  if (commitment === undefined) return "";
  const { total, months, until, status } = commitment;
  const period =
    until !== undefined ? `until ${until}` : months === undefined ? "" : `for ${months} months from its activation on`;
  return [amountText(total), period, status === undefined ? "" : `(${status})`].filter((part) => part !== "").join(" ");
}

function remarksOf({ unread, objects }: CostReport): string[] {
  const open = objects.filter(({ perMonth }) => perMonth === undefined).length;
  return [
    "Prices are those of the platform's previews: clusters at the minimum of their nodes, reservations by their quotes.",
    ...(open === 0 ? [] : [`Not in these sums: ${counted(open, "object")} without a known price.`]),
    ...unread.map(({ object, reason }) => `Could not be read: ${object}: ${reason}`),
  ];
}

type Table = [title: string, columns: readonly Column<never>[], rows: readonly unknown[], sums?: number];

/** The sum leaves out what reservations pay for, because cluster prices include it. */
function sumsOfStacks({ monthly, coverage }: CostReport): StackRow[] {
  const covered = sumsOf(coverage.flatMap(({ perMonth }) => perMonth ?? []));
  return [
    ...(covered.length === 0 ? [] : [{ stack: "Covered by reservations", monthly: covered }]),
    { stack: "Sum", monthly },
  ];
}

function tablesOf(report: CostReport): Table[] {
  const { stacks, objects, coverage } = report;
  const sums = stacks.length === 0 ? [] : sumsOfStacks(report);
  const tables: Table[] = [
    ["By stack", stackColumns as readonly Column<never>[], [...stacks, ...sums], sums.length],
    ["By object", objectColumns as readonly Column<never>[], objects],
    ["What reservations cover", coverageColumns as readonly Column<never>[], coverage],
  ];
  return tables.filter(([, , rows]) => rows.length > 0);
}

export function costText(report: CostReport): string {
  const tables = tablesOf(report).map(
    ([title, columns, rows]) => `${title}\n${tableText(usedColumns(columns, rows as never[]), rows as never[])}`,
  );
  return `${[`${amountsText(report.monthly)} a month on ${report.platform}`, ...tables, remarksOf(report).join("\n")].join("\n\n")}\n`;
}

export function costMarkdown(report: CostReport): string {
  const tables = tablesOf(report).flatMap(([title, columns, rows]) => [
    `\n## ${title}\n`,
    tableMarkdown(columns, rows as never[]),
  ]);
  const remarks = remarksOf(report).map((text) => `- ${codeSpan(text)}`);
  return `${[`# Cost: ${amountsText(report.monthly)} a month`, ...tables, "", ...remarks].join("\n")}\n`;
}

export function costHtml(report: CostReport): string {
  const sections = tablesOf(report).map(([title, columns, rows, sums]) => {
    return `<section>\n<h2>${escaped(title)}</h2>\n${htmlTable(columns, rows as never[], sums)}\n</section>`;
  });
  const bars = report.stacks.map(({ stack, monthly }) => ({ label: stackText(stack), amounts: monthly }));
  return htmlPage({
    title: "Cost of a month",
    level: "safe",
    header: `<p class="verdict"><strong>${escaped(amountsText(report.monthly))}</strong> ${escaped(`a month on ${report.platform}`)}</p>`,
    main: `<section>\n<h2>Stacks</h2>\n${chart(bars)}\n</section>\n${sections.join("\n")}`,
    footer: remarksHtml(remarksOf(report)),
  });
}
