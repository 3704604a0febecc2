const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h`, `30m`, `7d`: that long ago. `2026-01-31`: the day's begin in UTC. Any other text stays, for the schema to judge. */
export function momentOf(text: string, now = Date.now()): string {
  const ago = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (ago !== null) return new Date(now - Number(ago[1]) * (unitMs[ago[2] ?? ""] ?? 0)).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  return text;
}
