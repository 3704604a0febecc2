/** An amount of money as decimal text, which is compared and multiplied exactly, never as a floating-point number. */
export interface Commitment {
  total: string;
  currency: string;
}

/** Parses `12000.00 EUR`; undefined: the text has another form. */
export function parseCommitment(text: string): Commitment | undefined {
  const match = /^(\d+(?:\.\d+)?) +([A-Z]{3})$/.exec(text.trim());
  return match === null ? undefined : { total: match[1] ?? "", currency: match[2] ?? "" };
}

export function commitmentText({ total, currency }: Commitment): string {
  return `${total} ${currency}`;
}

/** Whether two amounts are equal to the last digit; `12000` and `12000.00` are. */
export function isSameAmount(a: Commitment, b: Commitment): boolean {
  return a.currency === b.currency && plainDecimal(a.total) === plainDecimal(b.total);
}

/** Multiplies an amount. The result has as many decimals. */
export function timesMonths(amount: string, months: number): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) return undefined;
  const decimals = match[2] ?? "";
  const digits = (BigInt(`${match[1]}${decimals}`) * BigInt(months)).toString().padStart(decimals.length + 1, "0");
  return decimals === "" ? digits : `${digits.slice(0, -decimals.length)}.${digits.slice(-decimals.length)}`;
}

/** Removes insignificant zeros: `012.50` → `12.5`. */
function plainDecimal(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}${decimals === "" ? "" : `.${decimals}`}`;
}
