/**
 * A text without what platforms change in texts that they store: spaces at the ends and in a row, capitals, the Unicode form. Two texts
 * that are alike in this form may be one.
 */
export function looseText(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
