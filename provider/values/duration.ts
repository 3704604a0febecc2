/** Milliseconds of a unit; a month has 30 days, a year 365. */
export const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  M: 2_592_000_000,
  y: 31_536_000_000,
};

/** Parses `45m`, `1h30m` or `7d` into milliseconds; undefined for any other text, and for a duration of 0. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    sum += Number(number) * (unitMs[unit ?? ""] ?? 0);
  return sum > 0 && Number.isFinite(sum) ? sum : undefined;
}

/** Formats a duration for people: `45s`, `3m10s`, `2h`, `1h05m`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (ms > 0 && seconds === 0) return `${Math.ceil(ms)}ms`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  const padded = (value: number) => String(value).padStart(2, "0");
  if (hours > 0) return minutes === 0 ? `${hours}h` : `${hours}h${padded(minutes)}m`;
  if (minutes > 0) return rest === 0 ? `${minutes}m` : `${minutes}m${padded(rest)}s`;
  return `${rest}s`;
}
