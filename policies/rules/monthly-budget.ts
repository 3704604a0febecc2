import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import { micros, money, moneyText, onUnknown, prices } from "../money/amount.ts";
import { monthlyCosts, sumOf } from "../money/estimate.ts";
import { sayUnpriced } from "../money/say-unpriced.ts";

export const monthlyBudget = stackRule({
  name: "monthly-budget",
  group: "money",
  severity: "high",
  level: "mandatory",
  description: "A stack must not cost more a month than the budget, as far as prices are known.",
  remediation: "Reserve less, use fewer nodes or smaller flavors, or have the budget raised in the configuration.",
  reference: "platform-api §2.6, §4 #5",
  needs: "budget",
  config: z.object({
    budget: money.optional().describe("Most that the stack may cost a month."),
    prices,
    onUnknown,
  }),
  early: ["kubernetes.Cluster", "reservations.Reservation"],
  judgeStack({ subjects, read, config: { budget, prices, onUnknown }, report, notJudged }) {
    if (budget === undefined) return;
    const { amount, unpriced } = sumOf(monthlyCosts(subjects, read, prices), budget.currency);
    const limit = micros(budget.amount) ?? 0n;
    if (amount > limit)
      report(
        undefined,
        `the stack costs ${moneyText(amount, budget.currency)} a month; the budget is ${moneyText(limit, budget.currency)}`,
      );
    sayUnpriced(unpriced, onUnknown, { report, notJudged });
  },
});
