import { type Column, factsText, tableText } from "./table.ts";

/** The output of a command without `--json`. */
export interface View {
  text: string;
  /** A note, printed on stderr. */
  note?: string;
  /** Whether `--check` fails. */
  checkFailed?: boolean;
}

/** A list as a table, with a note if it is incomplete. */
export function listView<Row>(columns: readonly Column<Row>[], rows: readonly Row[], total?: number | null): View {
  const isPart = typeof total === "number" && total > rows.length;
  return {
    text: rows.length === 0 ? "None." : tableText(columns, rows),
    note: isPart ? `${rows.length} of ${total}; --all shows all of them.` : undefined,
  };
}

/** An object as names and values. */
export function factsView(facts: readonly (readonly [string, unknown])[]): View {
  return { text: factsText(facts) };
}

/** An object as names and values, followed by a list of its parts. */
export function tableView<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  facts: readonly (readonly [string, unknown])[],
): View {
  const parts = [factsText(facts), rows.length === 0 ? "None." : tableText(columns, rows)];
  return { text: parts.filter((part) => part !== "").join("\n\n") };
}
