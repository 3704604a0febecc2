/**
 * Returns a text without what platforms change when they store texts: leading, trailing and repeated spaces, capitals, the
 * Unicode form. Two texts that are equal in this form may be the same.
 */
export function looseText(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
