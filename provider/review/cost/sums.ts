import { decimalOf, microsOf } from "../../values/index.ts";
import type { Money } from "../model/schema.ts";

/** Total cost before and after, by currency. */
export function sums(parts: readonly { before?: string; after?: string; currency?: string }[]): Money["monthly"] {
  const currencies = [...new Set(parts.flatMap((part) => part.currency ?? []))].sort();
  return currencies.map((currency) => {
    const own = parts.filter((part) => part.currency === currency);
    const before = own.reduce((sum, part) => sum + (microsOf(part.before) ?? 0n), 0n);
    const after = own.reduce((sum, part) => sum + (microsOf(part.after) ?? 0n), 0n);
    return {
      currency,
      before: decimalOf(before),
      after: decimalOf(after),
      difference: decimalOf(after - before),
    };
  });
}
