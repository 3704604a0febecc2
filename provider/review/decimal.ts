/** Money in millionths, so that sums of decimals are exact. */
export type Micros = bigint;

/** Millionths of a decimal, given as text or as a number. Undefined: it is no decimal. */
export function microsOf(decimal: unknown): Micros | undefined {
  const text = typeof decimal === "number" || typeof decimal === "string" ? String(decimal) : "";
  const match = /^(-?)(\d+)(?:\.(\d{1,6})\d*)?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
  return sign === "-" ? -value : value;
}

/** `1234.50`: at least two digits after the point, and no more than it needs. */
export function decimalText(amount: Micros): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = String(absolute % 1_000_000n)
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${amount < 0n ? "-" : ""}${absolute / 1_000_000n}.${fraction}`;
}
