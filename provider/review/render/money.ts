import { microsOf } from "../decimal.ts";
import type { Review } from "../schema.ts";
import type { Line } from "./screen.ts";
import { value } from "./value.ts";

/** What a month costs more or less, new commitments, and the resources that make the difference. */
export function moneyLines({ money, createdAt }: Review): Line[] {
  const totals = money.monthly.map((one): Line => {
    const isMore = (microsOf(one.difference) ?? 0n) > 0n;
    return {
      spans: [
        { strong: `${isMore ? "+" : ""}${one.difference} ${one.currency} a month` },
        ` (${one.before} → ${one.after})`,
      ],
      tone: isMore ? "warn" : "good",
    };
  });
  const commitments = money.commitments.map(
    (one): Line => ({
      spans: [
        { strong: "New commitment" },
        ": ",
        value(one.name),
        ` binds to ${one.total} ${one.currency} for ${one.months} months from its activation on; activated today, it ends on ${endOf(createdAt, one.months)}`,
      ],
      tone: "bad",
    }),
  );
  const costs = money.costs.map(
    (one): Line => ({
      spans: [
        value(one.name),
        `: ${one.before ?? "0.00"} → ${one.after ?? "0.00"} ${one.currency} a month (${one.basis === "quote" ? "quote" : "the platform's price preview, at the minimum of nodes"})`,
      ],
    }),
  );
  return [...totals, ...commitments, ...costs];
}

/** The day on which a period ends that begins today. */
function endOf(today: string, months: number): string {
  const end = new Date(today);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}
