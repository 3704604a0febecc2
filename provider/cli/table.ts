import { stripVTControlCharacters } from "node:util";

/** A column: its heading, and what stands in it. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => unknown];

/** Rows under headings, columns two blanks apart. Numbers stand to the right. */
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

/** Names and values, one pair a line. What is not there is left out. */
export function factsText(facts: readonly (readonly [name: string, value: unknown])[]): string {
  const shown = facts.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`).join("\n");
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || value === undefined || value === null;
}

/** A value on one line; control characters are removed, because names are untrusted. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = Array.isArray(value) ? value.map(cellText).join(", ") : String(value);
  return stripVTControlCharacters(text).replace(/\s+/g, " ");
}
