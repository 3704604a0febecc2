/**
 * Characters that a terminal interprets, that reorder text, or that are invisible: control and format characters, line
 * separators, lone surrogates, private and unassigned characters, and characters that a font may ignore.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text on one line. Characters that are not displayed as themselves are replaced by their code points. */
export function singleLine(text: string): string {
  return text
    .replace(/[\t\n\r]+/g, " ")
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Truncates a text, and appends its full length. */
export function shortened(text: string, longest: number): string {
  // Splits by code points: half of a surrogate pair is no character.
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
 * A Markdown code span: nothing within it is formatted, linked or mentioned. The fence is longer than every run of backticks in
 * the text, so the text cannot close it.
 */
export function codeSpan(text: string): string {
  const line = singleLine(text);
  if (line === "") return "` `";
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  // Markdown strips one space on each side.
  const pad = /^`|`$|^ .* $/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
