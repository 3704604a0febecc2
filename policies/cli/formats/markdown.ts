import { type Finding, ofKind, type Report, summaryOf } from "../report.ts";

/** Maximum number of rows in a review comment, about one screen; the others are counted. */
const most = 20;

/** Formats a report for a review comment. */
export function markdown(report: Report): string {
  const violations = ofKind(report, "violation");
  const lines = [`### Policies: ${summaryOf(report)}`, "", `${escaped(report.source)}`];
  if (violations.length > 0) {
    lines.push("", "| | Rule | Resource | What is wrong | What to do | Controls |", "|---|---|---|---|---|---|");
    lines.push(...violations.slice(0, most).map(row));
    if (violations.length > most) lines.push("", `and ${violations.length - most} more`);
  }
  lines.push(...list("Remediated", ofKind(report, "remediated").map(findingLine)));
  lines.push(...list("Not evaluated", ofKind(report, "not-evaluated").map(findingLine)));
  lines.push(...list("Waived", [...ofKind(report, "waived"), ...ofKind(report, "waivers")].map(findingLine)));
  lines.push(...list("Baseline", ofKind(report, "baseline").map(findingLine)));
  lines.push(...list("Relaxed", report.relaxed.map(escaped)));
  for (const error of report.errors) lines.push("", `> ${escaped(error)}`);
  for (const note of report.notes) lines.push("", `_${escaped(note)}_`);
  return `${lines.join("\n")}\n`;
}

function row(one: Finding): string {
  const mark = one.level === "mandatory" ? "❌" : "⚠️";
  const cells = [
    `${mark} ${one.severity}`,
    `\`${one.rule}\``,
    `\`${one.resource}\``,
    one.message,
    one.remediation ?? "",
    one.controls?.join(", ") ?? "",
  ];
  return `| ${cells.map(escaped).join(" | ")} |`;
}

function findingLine(one: Finding): string {
  return `\`${escaped(one.resource)}\`: ${escaped(one.message)}`;
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, most).map((line) => `- ${line}`);
  const items = lines.length > most ? [...shown, `- and ${lines.length - most} more`] : shown;
  return ["", `<details><summary>${title}: ${lines.length}</summary>`, "", ...items, "", "</details>"];
}

/** Puts a text on one line, without anything that would end a cell or begin a tag. */
function escaped(text: string): string {
  return text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replace(/\s*\n\s*/g, " ");
}
