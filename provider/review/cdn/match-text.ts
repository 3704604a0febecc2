import { singleLine } from "../render/escape.ts";
import type { MatchReport } from "./command.ts";

const words: Record<string, string> = { yes: "matches", open: "may match", failed: "not evaluated" };

/** Formats the report for a terminal. */
export function matchText({ source, urls, patterns, open }: MatchReport): string {
  const lines = [`Rule templates of ${singleLine(source)}`];
  for (const { url, matches } of urls) {
    lines.push("", singleLine(url));
    if (matches.length === 0) lines.push("  no template matches");
    for (const one of matches) {
      const weight = one.weight === undefined ? "" : `, weight ${one.weight}`;
      const options = one.options.length === 0 ? "no options" : one.options.join(", ");
      lines.push(`  ${words[one.result]}: ${singleLine(`${one.name}, rule ${one.rule}${weight}: ${options}`)}`);
      if (one.open !== undefined) lines.push(`      ${singleLine(one.open)}`);
    }
  }
  if (patterns.length > 0)
    lines.push("", ...patterns.map((one) => singleLine(`${one.name}: the pattern ${one.rule} ${one.problem}`)));
  lines.push("", ...open);
  return `${lines.join("\n")}\n`;
}
