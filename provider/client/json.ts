/**
 * JSON without loss: whole numbers beyond 2^53 are kept as bigint. Byte counts of storage events are unsigned
 * 64-bit (companion §6.1), and JSON.parse alone would round them.
 */
export function parseJson(text: string): unknown {
  // A number can only be beyond 2^53 with 16 digits or more: everything else takes the fast way.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context?: { source?: string }) => {
    const source = context?.source;
    const isLarge = typeof value === "number" && !Number.isSafeInteger(value);
    return isLarge && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}

/** What Node has and TypeScript's library does not declare yet: a literal that is written as it is. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** The inverse of {@link parseJson}. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, element) => (typeof element === "bigint" ? rawJSON(String(element)) : element));
}
