import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import { limitOf, money, moneyText, onUnknown } from "../money/amount.ts";
import { sumOf, vatText } from "../money/cost.ts";
import { reportUnpriced } from "../money/report-unpriced.ts";
import { reservationCost } from "../money/reservation-cost.ts";
import { shownBy } from "../money/stack-cost.ts";

export const commitmentBudget = stackRule({
  name: "commitment-budget",
  group: "money",
  severity: "critical",
  level: "mandatory",
  description: "The reservations of a stack must not commit to more than the budget.",
  remediation: "Reserve less, choose a shorter period, or ask for a higher budget in the configuration.",
  reference: "platform-api §2.6, §4 #5",
  needs: "budget",
  config: z.object({
    budget: money.optional().describe("Maximum cost of all reservations of the stack over their whole periods."),
    onUnknown,
  }),
  validateBeforeCreate: ["reservations.Reservation"],
  evaluateStack({ resources, read, config: { budget, onUnknown }, report, notEvaluated }) {
    if (budget === undefined) return;
    const { currency } = budget;
    const reservations = resources.filter((resource) => resource.kind === "reservations.Reservation");
    const costs = new Map(
      reservations.map((resource) => [resource, reservationCost(read(resource), shownBy(resource), "total")]),
    );
    const { amount, byVat, unpriced } = sumOf(costs, currency);
    const limit = limitOf(budget);
    const verb = unpriced.length === 0 ? "commit to" : "commit to at least";
    if (amount > limit)
      report(
        undefined,
        `reservations ${verb} ${moneyText(amount, currency)}; the budget is ${moneyText(limit, currency)} (${vatText(byVat, currency)})`,
      );
    reportUnpriced(unpriced, onUnknown, { report, notEvaluated });
  },
});
