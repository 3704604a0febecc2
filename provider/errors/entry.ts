/** A family of errors. */
export interface ErrorEntry {
  /** What went wrong, as a heading. */
  title: string;
  /** What the title does not say. */
  cause?: string;
  remedy: string;
}

/** Families of errors by code. */
export type ErrorTable = Readonly<Record<`CP${number}`, ErrorEntry>>;

/** A text with its code; before the list where the text introduces one. */
export function codedText(text: string, code: string | undefined): string {
  if (code === undefined) return text;
  const [first = "", ...list] = text.split(":\n");
  return list.length === 0 ? `${text} [${code}]` : [`${first} [${code}]`, ...list].join(":\n");
}
