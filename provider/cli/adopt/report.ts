import type { Skipped } from "../account/objects.ts";
import { allObjects, type Scope } from "./module-tree.ts";

/** What was adopted and what was not, in Markdown. */
export function reportOf(root: Scope, skipped: readonly Skipped[], notes: readonly string[]): string {
  const rows = allObjects(root).map(
    ({ kind, id, name }) => `| ${kind.area}.${kind.type} | ${cell(id)} | ${cell(name)} |`,
  );
  const missing = skipped.map(({ object, reason }) => `| ${cell(object)} | ${cell(reason)} |`);
  return [
    `# Adopted: ${rows.length} ${rows.length === 1 ? "object" : "objects"}\n`,
    table(["Resource", "Id", "Name"], rows),
    `\n## Not adopted: ${missing.length}\n`,
    missing.length === 0 ? "None." : table(["Object", "Reason"], missing),
    ...(notes.length === 0 ? [] : ["\n## What no list shows\n", ...notes.map((note) => `- ${note}`)]),
    "",
  ].join("\n");
}

export function table(headings: readonly string[], rows: readonly string[]): string {
  return [`| ${headings.join(" | ")} |`, `|${headings.map(() => "---|").join("")}`, ...rows].join("\n");
}

/** Names are untrusted: they must not become markup. */
export function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|&!~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
