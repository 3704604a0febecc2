/** Money in millionths, so that sums of decimals are exact. */
export type Micros = bigint;

const form = /^(-?)(\d+)(?:\.(\d{1,6})\d*)?$/;

/** Returns the millionths of a decimal, given as text or as a number. Undefined: it is not a decimal. */
export function microsOf(decimal: unknown): Micros | undefined {
  // Numbers with an exponent are too small or too large to be prices.
  const match = form.exec(typeof decimal === "number" || typeof decimal === "string" ? String(decimal) : "");
  if (match === null) return undefined;
  const [, sign, whole = "0", fraction = ""] = match;
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
  return sign === "-" ? -value : value;
}

/** Returns `1234.50`: two decimals, or more if the amount has more, so that it never seems equal to a limit. */
export function decimalOf(amount: Micros): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = String(absolute % 1_000_000n)
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${amount < 0n ? "-" : ""}${absolute / 1_000_000n}.${fraction}`;
}
