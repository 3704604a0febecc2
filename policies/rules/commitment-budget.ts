import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import { micros, money, moneyText, onUnknown } from "../money/amount.ts";
import { reservationCost, sumOf } from "../money/estimate.ts";
import { sayUnpriced } from "../money/say-unpriced.ts";

export const commitmentBudget = stackRule({
  name: "commitment-budget",
  group: "money",
  severity: "critical",
  level: "mandatory",
  description: "The reservations of a stack must not commit to more than the budget.",
  remediation: "Reserve less or for a shorter period, or have the budget raised in the configuration.",
  reference: "platform-api §2.6, §4 #5",
  needs: "budget",
  config: z.object({
    budget: money.optional().describe("Most that all reservations of the stack cost over their whole periods."),
    onUnknown,
  }),
  early: ["reservations.Reservation"],
  judgeStack({ subjects, read, config: { budget, onUnknown }, report, notJudged }) {
    if (budget === undefined) return;
    const reservations = subjects.filter((subject) => subject.kind === "reservations.Reservation");
    const costs = new Map(reservations.map((subject) => [subject, reservationCost(read(subject), "total")]));
    const { amount, unpriced } = sumOf(costs, budget.currency);
    const limit = micros(budget.amount) ?? 0n;
    if (amount > limit)
      report(
        undefined,
        `reservations commit to ${moneyText(amount, budget.currency)}; the budget is ${moneyText(limit, budget.currency)}`,
      );
    sayUnpriced(unpriced, onUnknown, { report, notJudged });
  },
});
