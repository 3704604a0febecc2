import { codeSpan } from "../../review/render/escape.ts";
import { counted } from "../../values/counted.ts";
import type { Skipped } from "../account/objects.ts";
import { type Column, tableMarkdown } from "../table.ts";
import { allObjects, type Scope } from "./module-tree.ts";
import type { Named } from "./names.ts";

/** What was adopted and what was not, as Markdown. */
export function reportOf(root: Scope, skipped: readonly Skipped[], notes: readonly string[]): string {
  const rows = allObjects(root);
  return [
    `# Adopted: ${counted(rows.length, "object")}\n`,
    tableMarkdown(objectColumns, rows),
    `\n## Not adopted: ${skipped.length}\n`,
    skipped.length === 0 ? "None." : tableMarkdown(skippedColumns("Object"), skipped),
    ...(notes.length === 0 ? [] : ["\n## What no list shows\n", ...notes.map((note) => `- ${note}`)]),
    "",
  ].join("\n");
}

/** Report columns for an adopted object. */
export const objectColumns: readonly Column<Named>[] = [
  ["Resource", ({ kind }) => `${kind.area}.${kind.type}`],
  ["Id", ({ id }) => id],
  ["Name", ({ name }) => name],
];

export const skippedColumns = (heading: string): readonly Column<Skipped>[] => [
  [heading, ({ object }) => object],
  ["Reason", ({ reason }) => reason],
];

/** Remarks as code spans, because parts of them are untrusted names. */
export function remarkLines(remarks: readonly string[]): string {
  return remarks.map((text) => `- ${codeSpan(text)}`).join("\n");
}
