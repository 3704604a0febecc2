import { singleLine } from "./escape.ts";
import type { Screen, Span } from "./screen.ts";

const lineOf = (spans: readonly Span[]): string => spans.map(textOf).join("");

function textOf(span: Span): string {
  if (typeof span === "string") return singleLine(span);
  return "rest" in span ? lineOf(span.rest) : singleLine("value" in span ? span.value : span.strong);
}

/** Renders a review for a terminal. The output has no escape sequences, neither ours nor foreign ones. */
export function text(screen: Screen): string {
  const out = [
    `${screen.title} of ${singleLine(screen.stack)}: ${lineOf(screen.verdict)}`,
    ...screen.summary.map((line) => lineOf(line.spans)),
  ];
  for (const section of screen.sections) {
    out.push("", section.title);
    for (const line of section.lines) {
      out.push(`  ${lineOf(line.spans)}`);
      for (const detail of line.details ?? []) out.push(`      ${lineOf(detail)}`);
    }
  }
  const width = Math.max(...screen.footer.map(([label]) => label.length));
  out.push("", ...screen.footer.map(([label, span]) => `${label.padEnd(width)}  ${lineOf([span])}`));
  return `${out.join("\n")}\n`;
}
