/**
 * Secret texts of all resources that have been registered. Rules evaluate their values; no message may show them.
 */
const known = new Set<string>();

export function keepSecret(value: unknown): void {
  if (typeof value === "string" && value.trim() !== "") known.add(value);
  else if (value !== null && typeof value === "object") for (const below of Object.values(value)) keepSecret(below);
}

/** A shorter one is part of many words; it is hidden only where it stands alone. */
const minLengthWithinWords = 4;

/** A message with each of them replaced by `[secret]`. */
export function withoutSecrets(message: string): string {
  // Longer ones first: one may be part of another. Messages show values as they are or as JSON.
  const texts = [...known]
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return texts.reduce((current, text) => {
    if (text.length >= minLengthWithinWords) return current.replaceAll(text, "[secret]");
    const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return current.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), "[secret]");
  }, message);
}
