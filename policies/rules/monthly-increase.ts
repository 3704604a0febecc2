import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { noChange } from "../engine/previous-state.ts";
import type { PlatformResource } from "../engine/resource.ts";
import { stackRule } from "../engine/rule.ts";
import { propertyOf } from "../engine/value.ts";
import { limitOf, money, moneyText, onUnknown, prices } from "../money/amount.ts";
import { sumOf, vatText } from "../money/cost.ts";
import { reportUnpriced } from "../money/report-unpriced.ts";
import { monthlyCosts } from "../money/stack-cost.ts";

/** Properties that affect a monthly cost. */
const pricedProperties = ["projectId", "regionId", "pools", "period", "resources", "hasWindows"];

export const monthlyIncrease = stackRule({
  name: "monthly-increase",
  group: "money",
  severity: "high",
  level: "mandatory",
  description: "A change must not raise the monthly cost of a stack by more than the limit.",
  remediation: "Split the change, or ask for a higher limit in the configuration.",
  reference: "platform-api §2.6, §4 #4, #5; companion §2.1",
  needs: "limit",
  config: z.object({
    limit: money.optional().describe("Maximum increase of the monthly cost by one change."),
    prices,
    onUnknown,
  }),
  validateBeforeCreate: ["kubernetes.Cluster", "reservations.Reservation"],
  needsPreviousState: true,
  needsClusterPrices: true,
  evaluateStack({ resources, read, clusterPrices, config, previousState, report, notEvaluated }) {
    const { limit, prices, onUnknown } = config;
    if (limit === undefined) return;
    if ("missing" in previousState) {
      const message = `the increase of the monthly cost: ${previousState.missing}`;
      // The analysis of a state file is no change, and has no increase.
      if (onUnknown === "fail" && previousState.missing !== noChange) report(undefined, `not known: ${message}`);
      else notEvaluated(undefined, message);
      return;
    }
    const { currency } = limit;
    const after = sumOf(monthlyCosts(resources, read, { clusterPrices, prices }), currency);
    const before = sumOf(monthlyCosts(previousState.resources, read, { clusterPrices, prices }), currency);
    // An unchanged resource without a price adds nothing.
    const stays = (resource: PlatformResource) =>
      after.unpriced.some((one) => isSame(one.resource, resource)) &&
      before.unpriced.some((one) => isSame(one.resource, resource));
    const unpricedAfter = after.unpriced.filter(({ resource }) => !stays(resource));
    const unpricedBefore = before.unpriced.filter(({ resource }) => !stays(resource));
    const increase = after.amount - before.amount;
    const most = limitOf(limit);
    const verb = unpricedAfter.length === 0 ? "adds" : "adds at least";
    // The previous cost of a resource without a known price could reduce the increase by any amount.
    if (increase > most && unpricedBefore.length === 0)
      report(
        undefined,
        `the change ${verb} ${moneyText(increase, currency)} a month; ${moneyText(most, currency)} is the limit (${vatText(after.byVat, currency)})`,
      );
    reportUnpriced(unpricedAfter, onUnknown, { report, notEvaluated });
    const reported = new Set(unpricedAfter.map(({ resource }) => resource.urn));
    reportUnpriced(
      unpricedBefore.filter(({ resource }) => !reported.has(resource.urn)),
      onUnknown,
      { report, notEvaluated },
    );
  },
});

/** Whether a resource is the same one before and after, with the same monthly cost. */
function isSame(one: PlatformResource, other: PlatformResource): boolean {
  const isSameObject = one.urn === other.urn || one.aliases.includes(other.urn) || other.aliases.includes(one.urn);
  return (
    isSameObject &&
    pricedProperties.every((name) =>
      isDeepStrictEqual(propertyOf(one.properties, name), propertyOf(other.properties, name)),
    )
  );
}
