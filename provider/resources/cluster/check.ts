import type { CheckContext, CheckFailure } from "../../engine/index.ts";
import type { ClusterInputs } from "./inputs.ts";
import { flavorFailures, newVersionFailures, upgradeFailures } from "./offers.ts";
import { poolChanges } from "./pool-changes.ts";
import { mayReplace, replaces } from "./replace.ts";
import { sameNameFailures } from "./same-name.ts";
import { stepProblem } from "./version-step.ts";

/** Rules about the way from what is deployed to what is declared. The schema has all others. */
export async function checkCluster(inputs: ClusterInputs, context: CheckContext<ClusterInputs>) {
  const sameName = sameNameFailures(inputs, context);
  const own = context.declared === undefined ? [] : await changeFailures(context.declared, inputs, context);
  const made = context.declared === undefined ? await newClusterFailures(inputs, context) : [];
  return { failures: [...sameName, ...own, ...made] };
}

/** What is taken over, or was asked for by a run that was interrupted, is there: it may be of what is offered no more. */
async function newClusterFailures(
  inputs: ClusterInputs,
  context: CheckContext<ClusterInputs>,
): Promise<CheckFailure[]> {
  if (context.adopting || context.resuming) return [];
  return [...(await newVersionFailures(inputs, context)), ...(await flavorFailures(inputs, context))];
}

async function changeFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  context: CheckContext<ClusterInputs>,
): Promise<CheckFailure[]> {
  const { assumed, isUnknown } = context;
  // A new cluster begins where it wants; whether there will be one, a preview may not know yet.
  if (mayReplace(inputs)) return [];
  // The old cluster is deleted first: the new one must be possible.
  if (replaces(declared, assumed).length > 0) return newClusterFailures(inputs, context);
  const problem = isUnknown(inputs.version) ? undefined : stepProblem(declared.version, inputs.version);
  return [
    ...(problem === undefined
      ? await upgradeFailures(declared, inputs, context)
      : [{ property: "version", reason: problem, code: "CP2302" as const }]),
    ...lastPoolFailures(declared, assumed, isUnknown),
    ...(await flavorFailures(inputs, context, declared)),
  ];
}

/** The only pool of a cluster cannot be recreated: in between the cluster would have none. */
function lastPoolFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  isUnknown: (value: unknown) => boolean,
): CheckFailure[] {
  const [pool, second] = inputs.pools;
  const [old, other] = declared.pools;
  if (pool === undefined || old === undefined || second !== undefined || other !== undefined) return [];
  if (isUnknown(pool) || isUnknown(pool.name) || pool.name !== old.name) return [];
  return poolChanges(old, pool)
    .filter((field) => !isUnknown(pool[field]))
    .map((field) => ({
      property: `pools[0].${field}`,
      reason: `cannot change in pool "${pool.name}", the only one of the cluster: a pool is deleted and created again for it, and a cluster must never be without one. Give the pool another name, so that the new one is added before the old one is removed; or add a second pool first`,
      code: "CP2304",
    }));
}
