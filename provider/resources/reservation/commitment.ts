/** Amounts of money as decimal text: they are compared and multiplied exactly, never as floating-point numbers. */
export interface Commitment {
  total: string;
  currency: string;
}

/** `12000.00 EUR` → its parts; undefined when it has another form. */
export function parseCommitment(text: string): Commitment | undefined {
  const match = /^(\d+(?:\.\d+)?) +([A-Z]{3})$/.exec(text.trim());
  return match === null ? undefined : { total: match[1] ?? "", currency: match[2] ?? "" };
}

export function commitmentText({ total, currency }: Commitment): string {
  return `${total} ${currency}`;
}

/** Whether two amounts are the same to the last digit; `12000` and `12000.00` are. */
export function isSameAmount(a: Commitment, b: Commitment): boolean {
  return a.currency === b.currency && plainDecimal(a.total) === plainDecimal(b.total);
}

/** An amount so many times, with as many decimals as it has. */
export function timesMonths(amount: string, months: number): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) return undefined;
  const decimals = match[2] ?? "";
  const digits = (BigInt(`${match[1]}${decimals}`) * BigInt(months)).toString().padStart(decimals.length + 1, "0");
  return decimals === "" ? digits : `${digits.slice(0, -decimals.length)}.${digits.slice(-decimals.length)}`;
}

/** Without zeros that say nothing: `012.50` → `12.5`. */
function plainDecimal(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}${decimals === "" ? "" : `.${decimals}`}`;
}
