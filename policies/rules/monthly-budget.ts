import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import { limitOf, money, moneyText, onUnknown, prices } from "../money/amount.ts";
import { sumOf, vatText } from "../money/cost.ts";
import { reportUnpriced } from "../money/report-unpriced.ts";
import { monthlyCosts } from "../money/stack-cost.ts";

export const monthlyBudget = stackRule({
  name: "monthly-budget",
  group: "money",
  severity: "high",
  level: "mandatory",
  description: "A stack must not cost more per month than its budget.",
  remediation: "Reserve less, use fewer nodes or smaller flavors, or ask for a higher budget in the configuration.",
  reference: "platform-api §2.6, §4 #4, #5; companion §2.1",
  needs: "budget",
  config: z.object({
    budget: money.optional().describe("Maximum monthly cost of the stack."),
    prices,
    onUnknown,
  }),
  validateBeforeCreate: ["kubernetes.Cluster", "reservations.Reservation"],
  needsClusterPrices: true,
  evaluateStack({ resources, read, clusterPrices, config: { budget, prices, onUnknown }, report, notEvaluated }) {
    if (budget === undefined) return;
    const { currency } = budget;
    const { amount, byVat, unpriced } = sumOf(monthlyCosts(resources, read, { clusterPrices, prices }), currency);
    const limit = limitOf(budget);
    // If a part has no price, the total is not known; it is at least the sum of the other parts.
    const verb = unpriced.length === 0 ? "costs" : "costs at least";
    if (amount > limit)
      report(
        undefined,
        `the stack ${verb} ${moneyText(amount, currency)} a month; the budget is ${moneyText(limit, currency)} (${vatText(byVat, currency)})`,
      );
    reportUnpriced(unpriced, onUnknown, { report, notEvaluated });
  },
});
