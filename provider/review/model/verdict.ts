import { resources } from "../../resources/registry.ts";
import { counted } from "../../values/counted.ts";
import { microsOf } from "../../values/index.ts";
import { resourceOfType, typeOfUrn } from "./kinds.ts";
import { takerOf } from "./operations.ts";
import { hasParts } from "./rules-as-steps.ts";
import type { Draft, Review } from "./schema.ts";

/** Number of resources by operation; replacements do not count as updates. */
export function countsOf(
  operations: Review["operations"],
  same: number,
  drift: Review["drift"],
): Record<string, number> {
  const counts: Record<string, number> = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { operation } of operations) counts[operation] = (counts[operation] ?? 0) + 1;
  return { ...counts, unchanged: same, drifted: drift.length };
}

/** `blocked`: cannot be applied. `attention`: a person should read the details first. */
export function verdictOf(review: Omit<Draft, "verdict">): Review["verdict"] {
  const mandatory = review.policies.findings.filter((one) => one.kind === "violation" && one.level === "mandatory");
  const blocking: string[] = [];
  if (mandatory.length > 0) blocking.push(counted(mandatory.length, "mandatory policy violation"));
  if (review.errors.length > 0) blocking.push(review.kind === "drift" ? "the refresh failed" : "the preview failed");
  const stopped = review.operations.filter((one) => one.obstacle !== undefined).length;
  if (stopped > 0) blocking.push(`${counted(stopped, "operation")} that would be refused`);
  const reasons = attentionOf(review);
  if (blocking.length > 0) return { level: "blocked", reasons: [...blocking, ...reasons] };
  return { level: reasons.length > 0 ? "attention" : "safe", reasons };
}

function attentionOf(review: Omit<Draft, "verdict">): string[] {
  return [...operationReasons(review), ...findingReasons(review)].filter((one) => typeof one === "string");
}

/** What the update does that a person should see first. */
function operationReasons({ operations, renamed = [] }: Omit<Draft, "verdict">): (string | false)[] {
  const count = (kind: Review["operations"][number]["operation"]) =>
    operations.filter((one) => one.operation === kind).length;
  const [replaced, deleted] = [count("replace"), count("delete")];
  const abandoned = operations.filter(
    (one) =>
      one.operation === "abandon" &&
      one.ended === undefined &&
      !hasParts(one.type) &&
      takerOf(one, operations) === undefined,
  ).length;
  // A resource that always exists is set by its new declaration, not reset.
  const recreated = renamed.filter(({ to }) => {
    const name = resourceOfType(typeOfUrn(to));
    return name === undefined || resources[name].isAlwaysThere !== true;
  }).length;
  const unguarded = operations.filter(losesGuard).length;
  const losing = operations.filter((one) => one.operation === "update" && one.losses.length > 0).length;
  return [
    replaced > 0 && counted(replaced, "replacement"),
    deleted > 0 && counted(deleted, "deletion"),
    recreated > 0 && `${counted(recreated, "resource")} deleted and created under another name`,
    abandoned > 0 && `${counted(abandoned, "object")} left on the platform, unmanaged`,
    unguarded > 0 && `${counted(unguarded, "resource")} whose protection or deletion changes`,
    losing > 0 && `${counted(losing, "update")} that destroy${losing === 1 ? "s" : ""} what cannot be restored`,
  ];
}

/** What else was found: costs, drift, policies, unknown values, quotas, patterns and pending operations. */
function findingReasons(review: Omit<Draft, "verdict">): (string | false)[] {
  const { money, quotas, drift, unknown, missing = [], policies, state, cdn } = review;
  const advisory = policies.findings.filter((one) => one.kind === "violation" && one.level === "advisory").length;
  const open = policies.findings.filter((one) => one.kind === "not-evaluated").length;
  const grown = money.monthly.filter((one) => (microsOf(one.difference) ?? 0n) > 0n);
  const unpriced = money.unpriced.filter((one) => !one.reason.startsWith("the platform has no price")).filter(isOurs);
  const quotaCount = quotas.entries.filter((one) => one.state !== "below").length;
  return [
    money.commitments.length > 0 && counted(money.commitments.length, "new commitment"),
    ...grown.map((one) => `${one.difference} ${one.currency} a month more`),
    unpriced.length > 0 && `${counted(unpriced.length, "resource")} without a known price`,
    drift.length > 0 && `drift in ${counted(drift.length, "resource")}`,
    advisory > 0 && counted(advisory, "advisory policy violation"),
    open > 0 && `${counted(open, "policy result")} not evaluated`,
    missing.length > 0 && `${counted(missing.length, "value")} that the program seems not to have`,
    unknown.length > 0 && `${counted(unknown.length, "value")} not known yet`,
    quotaCount > 0 && `${counted(quotaCount, "quota")} above the threshold`,
    cdn.patterns.length > 0 && `${counted(cdn.patterns.length, "pattern")} that can backtrack exponentially`,
    state.pending > 0 && `${counted(state.pending, "operation")} left pending by an interrupted update`,
  ];
}

/** The resource can be deleted from now on, or its deletion leaves the object on the platform. */
function losesGuard({ options, changes }: Review["operations"][number]): boolean {
  const isLost = options.some(
    ({ path, kind }) =>
      (path === "protect" && kind === "delete") ||
      (["retainOnDelete", "deletedWith"].includes(path) && kind !== "delete"),
  );
  // A reservation may then leave the stack while it must still be paid.
  return isLost || changes.some(({ path, new: now }) => path === "onDelete" && now === "abandon");
}

function isOurs({ type }: { type: string }): boolean {
  return /^\w+:\w+$/.test(type);
}
