/** Returns the message for a key that does not exist, with a key that was perhaps meant. */
export function unknownKeyText(key: string, known: readonly string[]): string {
  if (known.length === 0) return "is not known here: there is nothing to pass";
  const near = nearest(key, known);
  return near === undefined
    ? `is not known here; known are ${[...known].sort().join(", ")}`
    : `is not known here; did you mean ${near}?`;
}

/** Returns the known word that differs in at most a third of the word's length. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, far: distance(plain(word), plain(candidate)) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best !== undefined && best.far <= Math.ceil(word.length / 3) ? best.candidate : undefined;
}

const plain = (word: string) => word.replace(/[_-]/g, "").toLowerCase();

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
