/** Secret texts of all registered resources. Rules evaluate these values, but no message may show them. */
const known = new Set<string>();

export function keepSecret(value: unknown): void {
  if (typeof value === "string" && value.trim() !== "") known.add(value);
  else if (value !== null && typeof value === "object") for (const below of Object.values(value)) keepSecret(below);
}

/** A shorter text is part of many words, so it is hidden only where it stands alone. */
const minLengthWithinWords = 4;

/** Replaces all secret texts in a message by `[secret]`. */
export function withoutSecrets(message: string): string {
  // Longer texts first, because a text may be part of another. Messages show values verbatim or as JSON.
  const texts = [...known]
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return texts.reduce((current, text) => {
    if (text.length >= minLengthWithinWords) return current.replaceAll(text, "[secret]");
    const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return current.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), "[secret]");
  }, message);
}
