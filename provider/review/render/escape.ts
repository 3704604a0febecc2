/**
 * Characters that a terminal obeys, that change the order in which text is shown, or that nobody sees: control and format
 * characters, line separators, lone surrogates, what is private or unassigned, and what a font may ignore.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text on one line in which everything that is not shown as itself is shown as its code point. */
export function singleLine(text: string): string {
  return text
    .replace(/[\t\n\r]+/g, " ")
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Shortens a text, and says by how much. */
export function shortened(text: string, longest: number): string {
  // By code points: half of a surrogate pair is no character.
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters.slice(0, longest).join("")}… (${characters.length} characters)`;
}

export function html(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return singleLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/**
 * A Markdown code span. In it nothing is formatted, linked or mentioned; the fence is longer than every run of backticks in
 * the text, so that the text cannot end it.
 */
export function codeSpan(text: string): string {
  const line = singleLine(text);
  if (line === "") return "` `";
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  // One blank on each side is taken off again by the reader.
  const pad = /^`|`$|^ .* $/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
