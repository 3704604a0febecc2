import { stripVTControlCharacters } from "node:util";
import { codeSpan } from "../review/render/escape.ts";

/** A column: its heading, and the value of its cells. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => unknown];

/** The columns that have a value in at least one row. */
export function usedColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Column<Row>[] {
  return columns.filter(([, cell]) => rows.some((row) => String(cell(row) ?? "") !== ""));
}

/** Rows as a Markdown table, without empty columns. Names are untrusted, so each cell is a code span. */
export function tableMarkdown<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const used = usedColumns(columns, rows);
  // A bar ends a cell even within a code span.
  const cellOf = (value: unknown) =>
    value === undefined || value === "" ? "" : codeSpan(String(value)).replaceAll("|", "\\|");
  return [
    `| ${used.map(([heading]) => heading).join(" | ")} |`,
    `|${used.map(() => "---|").join("")}`,
    ...rows.map((row) => `| ${used.map(([, cell]) => cellOf(cell(row))).join(" | ")} |`),
  ].join("\n");
}

/** Rows below headings, with two spaces between columns. Numbers and amounts are right-aligned. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const texts = cells.map((line) => line.map(cellText));
  const widths = columns.map(([heading], index) =>
    Math.max(heading.length, ...texts.map((line) => line[index]?.length ?? 0)),
  );
  const isNumeric = columns.map((_, index) => cells.length > 0 && cells.every((line) => isNumber(line[index])));
  const lineOf = (line: readonly string[]) =>
    line
      .map((text, index) => (isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  return [lineOf(columns.map(([heading]) => heading)), ...texts.map(lineOf)].join("\n");
}

/** Names and values, one pair per line. Empty values are left out. */
export function factsText(facts: readonly (readonly [name: string, value: unknown])[]): string {
  const isEmpty = (value: unknown) => (Array.isArray(value) ? value : [value ?? ""]).every((each) => each === "");
  const shown = facts.filter(([, value]) => !isEmpty(value));
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`).join("\n");
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || value === undefined || value === null || withUnit.test(String(value));
}

/** An amount, an age, or an empty text. */
const withUnit = /^(-?[\d.]+ ([A-Z]{3}|d))?$/;

/** A value on one line. Control characters are removed, because names are untrusted. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = Array.isArray(value) ? value.map(cellText).join(", ") : String(value);
  return stripVTControlCharacters(text).replace(/\s+/g, " ");
}
