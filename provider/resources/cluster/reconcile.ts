import { isNotFound, RequestError } from "../../client/index.ts";
import { inputDifferences } from "../../engine/compare/live-inputs.ts";
import { refuseUnplanned, UnplannedError } from "../../engine/compare/lost-update.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { valueText } from "../../engine/secrets/operation-secrets.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { poolChanges } from "./change.ts";
import { type ClusterInputs, type ClusterState, clusterSchema, noun } from "./definition.ts";
import { type ClusterOperation, GoneError } from "./operation.ts";
import { nextStep, type Step } from "./plan.ts";
import { inputsOf } from "./state.ts";

/** Maximum number of tries of one step: the platform may accept it without showing its effect. */
const maxTries = 3;

interface ReconcileOptions {
  /** Inputs of the last deployment. */
  declared?: ClusterInputs;
  /** Throws if somebody else has changed the cluster in a way that the preview did not show. */
  guard(live: ClusterResult): void;
  /** Whether the number of nodes of a pool may be brought within its bounds: they change, or are new. */
  resizes(pool: string): boolean;
}

/**
 * Brings a live cluster to what is declared, one step after the other. Each step is planned from the live cluster, so that it
 * also finishes what an earlier run has left half done.
 */
export async function reconcile(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  { declared, guard, resizes }: ReconcileOptions,
): Promise<ClusterResult> {
  const what = operationText("Updating", noun, operation.context.name);
  const isVersionAsked = declared !== undefined && declared.version !== inputs.version;
  const tries = new Map<string, number>();
  const planned = (live: ClusterResult) =>
    stepOf(what, () => nextStep(live, operation.address, inputs, { isVersionAsked, resizes }));
  const isChanged = declared !== undefined && differencesText(declared, inputs) !== undefined;
  /** Whether a read is current: not from before a step that the platform has accepted, nor from before the last update. */
  const isCurrent = (live: ClusterResult | undefined) => {
    if (live === undefined || !isGuarded(guard, live)) return live === undefined;
    const step = planned(live);
    return step === undefined ? tries.size > 0 || !isChanged : !tries.has(step.text);
  };
  for (;;) {
    const live = await operation.context.client.settled(() => operation.waitUntilUnlocked(), isCurrent);
    if (live === undefined) throw new GoneError(operation);
    operation.actOn(live);
    guard(live);
    operation.matched = live;
    const step = planned(live);
    if (step === undefined) return live;
    const tried = (tries.get(step.text) ?? 0) + 1;
    if (tried > maxTries)
      throw new OperationError(
        `${what} stopped: the platform has accepted ${step.text} ${maxTries} times, but cluster ${operation.id} still does not show it. Check the cluster on the platform; if it is as wanted, declare what it shows.`,
        "CP2312",
      );
    tries.set(step.text, tried);
    operation.doing(step.text);
    await take(operation, step, tried);
  }
}

function isGuarded(guard: ReconcileOptions["guard"], live: ClusterResult): boolean {
  try {
    guard(live);
    return true;
  } catch (error) {
    if (error instanceof UnplannedError) return false;
    throw error;
  }
}

function stepOf(what: string, find: () => Step | undefined): Step | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof OperationError) throw new OperationError(`${what} stopped: ${error.detail}.`, error.errorCode);
    throw error;
  }
}

/** Takes a step. After an ambiguous response, the next read of the cluster shows whether the platform has acted. */
async function take(operation: ClusterOperation, step: Step, tried: number): Promise<void> {
  try {
    const tasks = await operation.write(() => step.send(operation.context.client, operation.address));
    await operation.wait(tasks);
  } catch (error) {
    // A missing pool was to be deleted; the next step is planned from the live cluster.
    const isPassing = isNotFound(error) || (error instanceof RequestError && error.sideEffect !== "no");
    if (!isPassing || tried >= maxTries) throw error;
    await operation.pause(`${step.text} was not answered`);
  }
}

/**
 * Returns a guard that refuses a cluster that somebody has changed since it was last read, in a way that the operation is not
 * about. The guard compares with what was seen then: an interrupted update has left the cluster between the previous declaration
 * and the new one.
 */
export function guardOf(
  operation: ClusterOperation,
  what: string,
  declared: ClusterInputs,
  { state, inputs }: { state: ClusterState; inputs: ClusterInputs },
): (live: ClusterResult) => void {
  const seenAs = (one: ClusterResult, declaration: ClusterInputs) =>
    inputsOf(one, operation.address, declaration, { isManaged: true });
  return (live) => {
    const last = { ...state, id: live.id, status: live.status } as ClusterResult;
    const before = seenAs(last, declared);
    // `before` has the form of what was deployed.
    const liveAs = (one: ClusterInputs) => withRecreated(seenAs(live, one === before ? declared : one), before, inputs);
    const change = { declared: before, inputs, liveAs };
    refuseUnplanned({ what, object: `cluster ${operation.id}` }, { schema: clusterSchema }, change);
  };
}

/** Adds the pools that the operation has deleted to recreate them: nobody else has changed these. */
function withRecreated(live: ClusterInputs, before: ClusterInputs, inputs: ClusterInputs): ClusterInputs {
  const named = (pools: ClusterInputs["pools"], name: string) => pools.find((pool) => pool.name === name);
  const between = before.pools.filter((pool) => {
    const wanted = named(inputs.pools, pool.name);
    return wanted !== undefined && named(live.pools, pool.name) === undefined && poolChanges(pool, wanted).length > 0;
  });
  return between.length === 0 ? live : { ...live, pools: [...live.pools, ...between] };
}

/** Returns `pools[0].flavorId is "a" there, not "b"; …`; undefined: everything is as declared. */
export function differencesText(declared: ClusterInputs, live: ClusterInputs): string | undefined {
  const found = inputDifferences({ schema: clusterSchema }, declared, live);
  if (found.length === 0) return undefined;
  return found
    .map(({ path, place, declared, live }) => {
      const [seen, wanted] = [live, declared].map((value) => valueText(place, value, "left out"));
      return `${path} is ${seen} there, not ${wanted}`;
    })
    .join("; ");
}
