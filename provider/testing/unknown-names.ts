import { unknownKeyText } from "../schema/did-you-mean.ts";

/** A misspelled name would be ignored, and the test would pass without what it sets. */
export function refuseUnknownNames(noun: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`The ${noun} "${unknown}" ${unknownKeyText(unknown, known)}`);
}
