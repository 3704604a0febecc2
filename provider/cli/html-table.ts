import { html as escaped } from "../review/render/escape.ts";
import { type Column, usedColumns } from "./table.ts";

/** Longer values may wrap, so that a table fits the page. */
const longFrom = 28;
const number = /^-?[\d.]+( [A-Z]{3}| d)?$/;
/** Columns with identifiers, even numeric ones. */
const identifiers = ["Id", "Region"];

/**
 * Rows as an HTML table, without empty columns. On a narrow screen each row becomes a list of its cells; the roles keep it a
 * table for assistive technology.
 * @param sums Number of rows at the end that are sums of the others.
 */
export function htmlTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], sums = 0): string {
  const textOf = ([, value]: Column<Row>, row: Row) => String(value(row) ?? "");
  const used = usedColumns(columns, rows);
  const texts = rows.map((row) => used.map((column) => textOf(column, row)));
  const cells = used.map(([heading], index): CellOf => {
    const isNumber =
      !identifiers.includes(heading) && texts.every((row) => row[index] === "" || number.test(row[index] ?? ""));
    const kindOf = (text: string) => (isNumber ? "number" : text.length > longFrom ? "long" : "");
    return {
      head: `<th role="columnheader" scope="col" class="${isNumber ? "number" : ""}">${escaped(heading)}</th>`,
      cell: (text) => {
        const shown = heading === "Fix" && text !== "" ? `<code>${escaped(text)}</code>` : escaped(text);
        return `<td role="cell" data-label="${escaped(heading)}" class="${kindOf(text)}">${shown}</td>`;
      },
    };
  });
  const body = texts.map((row, index) => {
    const kind = index >= rows.length - sums ? "total" : "";
    return `<tr role="row" class="${kind}">${row.map((text, column) => cells[column]?.cell(text)).join("")}</tr>`;
  });
  return [
    '<div class="scroll" tabindex="0"><table role="table">',
    `<thead role="rowgroup"><tr role="row">${cells.map(({ head }) => head).join("")}</tr></thead>`,
    `<tbody role="rowgroup">\n${body.join("\n")}\n</tbody>\n</table></div>`,
  ].join("\n");
}

/** How a column is rendered. */
interface CellOf {
  head: string;
  cell(text: string): string;
}

/** Remarks for the footer of a page. */
export function remarksHtml(remarks: readonly string[]): string {
  return `<ul>${remarks.map((text) => `<li>${escaped(text)}</li>`).join("")}</ul>`;
}
