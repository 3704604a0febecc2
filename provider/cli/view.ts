import { type Column, factsText, tableText } from "./table.ts";

/** What a command prints when no JSON is asked for. */
export interface View {
  text: string;
  /** Something that a person should know besides, on stderr. */
  note?: string;
  /** `--check` would fail. */
  alarm?: boolean;
}

/** A list as a table, and how much of it there is. */
export function listView<Row>(columns: readonly Column<Row>[], rows: readonly Row[], total?: number | null): View {
  const isPart = typeof total === "number" && total > rows.length;
  return {
    text: rows.length === 0 ? "None." : tableText(columns, rows),
    note: isPart ? `${rows.length} of ${total}; --all shows all of them.` : undefined,
  };
}

/** One thing as names and values. */
export function factsView(facts: readonly (readonly [string, unknown])[]): View {
  return { text: factsText(facts) };
}

/** Names and values, and below them a list that belongs to the thing. */
export function tableView<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  facts: readonly (readonly [string, unknown])[],
): View {
  const parts = [factsText(facts), rows.length === 0 ? "None." : tableText(columns, rows)];
  return { text: parts.filter((part) => part !== "").join("\n\n") };
}
