/** `2026-01-31`, the UTC date of a timestamp. */
export function dayOf(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}
