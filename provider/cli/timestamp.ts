import { unitMs } from "../values/index.ts";

/** Converts `2h`, `30m`, `7d` (ago) and a date (its start in UTC) to a timestamp. Any other text is left to the schema. */
export function timestampOf(text: string, now = Date.now()): string {
  const ago = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (ago !== null) return new Date(now - Number(ago[1]) * (unitMs[ago[2] ?? ""] ?? 0)).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  return text;
}
