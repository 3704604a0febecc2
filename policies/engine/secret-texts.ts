/**
 * Texts that a program or a schema calls secret, of all resources that have come by. Rules see their values, so that they
 * can judge them; what a rule says must not show them.
 */
const known = new Set<string>();

export function keepSecret(value: unknown): void {
  if (typeof value === "string" && value.trim() !== "") known.add(value);
  else if (value !== null && typeof value === "object") for (const below of Object.values(value)) keepSecret(below);
}

/** A shorter one is part of many words; it is hidden only where it stands alone. */
const shortestInWords = 4;

/** A message with `[secret]` in place of each. */
export function withoutSecrets(message: string): string {
  // Longer ones first: one may be part of another. Messages show values as they are or as JSON.
  const texts = [...known]
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return texts.reduce((current, text) => {
    if (text.length >= shortestInWords) return current.replaceAll(text, "[secret]");
    const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return current.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), "[secret]");
  }, message);
}
