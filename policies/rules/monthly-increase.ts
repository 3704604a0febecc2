import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import { micros, money, moneyText, onUnknown, prices } from "../money/amount.ts";
import { monthlyCosts, sumOf } from "../money/estimate.ts";
import { sayUnpriced } from "../money/say-unpriced.ts";

export const monthlyIncrease = stackRule({
  name: "monthly-increase",
  group: "money",
  severity: "high",
  level: "mandatory",
  description: "A change must not raise the monthly cost of a stack by more than the limit.",
  remediation: "Split the change, or have the limit raised in the configuration.",
  reference: "platform-api §2.6, §4 #5",
  needs: "limit",
  config: z.object({
    limit: money.optional().describe("Most that one change may add to the cost of a month."),
    prices,
    onUnknown,
  }),
  early: ["kubernetes.Cluster", "reservations.Reservation"],
  needsPrior: true,
  judgeStack({ subjects, read, config: { limit, prices, onUnknown }, prior, report, notJudged }) {
    if (limit === undefined) return;
    if ("missing" in prior) {
      notJudged(undefined, `the increase of the monthly cost: ${prior.missing}`);
      return;
    }
    const { currency } = limit;
    const after = sumOf(monthlyCosts(subjects, read, prices), currency);
    const before = sumOf(monthlyCosts(prior.subjects, read, prices), currency);
    const increase = after.amount - before.amount;
    const most = micros(limit.amount) ?? 0n;
    if (increase > most)
      report(
        undefined,
        `the change adds ${moneyText(increase, currency)} a month; ${moneyText(most, currency)} is the limit`,
      );
    sayUnpriced(after.unpriced, onUnknown, { report, notJudged });
  },
});
