/** A family of errors. */
export interface ErrorEntry {
  /** What went wrong, as a heading. */
  title: string;
  /** What the title does not explain. */
  cause?: string;
  remedy: string;
}

/** Families of errors by code. */
export type ErrorTable = Readonly<Record<`CP${number}`, ErrorEntry>>;

/** Appends the code to a text, or to the first line if the text introduces a list. */
export function codedText(text: string, code: string | undefined): string {
  if (code === undefined) return text;
  const [first = "", ...list] = text.split(":\n");
  return list.length === 0 ? `${text} [${code}]` : [`${first} [${code}]`, ...list].join(":\n");
}
