import { codeSpan, singleLine } from "./escape.ts";
import type { Screen, Span } from "./screen.ts";

/** Our own words contain only our own names; characters that Markdown could interpret are escaped. */
const plain = (text: string) => singleLine(text).replace(/[\\`*_{}[\]<>#|~@]/g, "\\$&");

const lineOf = (spans: readonly Span[]): string => spans.map(markdownOf).join("");

function markdownOf(span: Span): string {
  if (typeof span === "string") return plain(span);
  if ("rest" in span) return plain(span.brief);
  return "value" in span ? codeSpan(span.brief ?? span.value) : `**${plain(span.strong)}**`;
}

const icons = { safe: "🟢", attention: "🟡", blocked: "🔴" } as const;

/** Renders a review for a comment. All foreign text is in code spans. */
export function markdown(screen: Screen): string {
  // An HTML comment ends at the first "-->", which must not occur in a name.
  const marker = singleLine(screen.marker)
    .replace(/[^\w./ -]/g, "_")
    .replace(/-{2,}/g, "-");
  const out = [
    `<!-- ${marker} -->`,
    `## ${icons[screen.level]} ${screen.title} of ${codeSpan(screen.stack)}`,
    "",
    lineOf(screen.verdict),
    "",
  ];
  out.push(...screen.summary.map((line) => lineOf(line.spans)));
  for (const section of screen.sections) {
    if (section.isFolded === true)
      out.push("", `<details><summary>${section.title}: ${section.lines.length}</summary>`, "");
    else out.push("", `### ${section.title}`, "");
    for (const line of section.lines) {
      out.push(`- ${lineOf(line.spans)}`);
      for (const detail of line.details ?? []) out.push(`  - ${lineOf(detail)}`);
    }
    if (section.isFolded === true) out.push("", "</details>");
  }
  out.push("", "---", "", ...screen.footer.map(([label, span]) => `- ${label}: ${lineOf([span])}`));
  return `${out.join("\n")}\n`;
}
