import { detailOf, PlatformError } from "../../client/index.ts";
import { OperationError, PartialFailureError } from "../../engine/handler/errors.ts";
import type { CreateContext, UpdateRequest } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { addressOf } from "./address.ts";
import { recreate, resume, withPartialState } from "./create.ts";
import { type ClusterInputs, type ClusterState, noun } from "./definition.ts";
import { interruptedCreationOf } from "./interrupted-creation.ts";
import { ClusterOperation } from "./operation.ts";
import { countWithin } from "./plan.ts";
import { quotaRequested } from "./quota.ts";
import { guardOf, reconcile } from "./reconcile.ts";
import { readerOf } from "./remote.ts";
import { isUnfinished, otherClusterText, stateOf } from "./state.ts";

/** Brings the cluster to what is declared, from whatever state earlier runs have left it in. */
export async function updateCluster(
  { declared, state, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
  context: CreateContext,
): Promise<ClusterState> {
  if (isUnfinished(state)) return finishCreation({ declared, state, inputs }, context);
  if (context.record.isRehearsal !== true) quotaRequested(inputs, context.client, context.urn);
  const operation = new ClusterOperation(context, addressOf(inputs), "updating");
  operation.knows(state);
  const what = operationText("Updating", noun, context.name);
  const resizes = (pool: string) => isResizePlanned(pool, { declared, state, inputs });
  try {
    const live = await operation.waitUntilUnlocked();
    if (live !== undefined && !operation.isOurs(live))
      throw new OperationError(`${what} stopped: ${otherClusterText(live, operation.address, state)}`, "CP2307");
    // If it is gone, another stack may create one of its name at any time.
    const own = live?.id ?? state.clusterId;
    if (own !== undefined) operation.actOn({ id: own });
    const guard = guardOf(operation, what, declared, { state, inputs });
    const done = await reconcile(operation, inputs, { declared, guard, resizes });
    return stateOf(done, operation.address, inputs, state.tasks);
  } catch (error) {
    // Nothing was sent: state and cluster are as they were.
    if (context.client.changes === 0) throw error;
    throw new PartialFailureError(
      operation.id,
      halfWay(operation, inputs, state, resizes),
      halfWayText(what, error),
      // An error of the operation has its own remedy.
      error instanceof OperationError ? error.errorCode : "CP2310",
    );
  } finally {
    readerOf(context.client, operation.address).changed();
  }
}

/**
 * Whether the number of nodes of a pool follows its bounds in this update: they are new or change, or the last update was stopped
 * before the nodes could follow. Otherwise the preview has not shown it, and the autoscaler or a person has changed the number.
 */
function isResizePlanned(
  pool: string,
  { declared, state, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
): boolean {
  const named = <T extends { name?: string }>(pools: readonly T[]) => pools.find(({ name }) => name === pool);
  const [before, wanted] = [named(declared.pools), named(inputs.pools)];
  const isSame = before?.minNodeCount === wanted?.minNodeCount && before?.maxNodeCount === wanted?.maxNodeCount;
  return !isSame || named(state.pools)?.nodeCount === undefined;
}

/** Finishes an interrupted creation: waits for its tasks, or recreates the cluster if they have failed. */
async function finishCreation(
  { declared, state: before, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
  context: CreateContext,
): Promise<ClusterState> {
  const operation = new ClusterOperation(context, addressOf(inputs), "creating");
  // Recreating it may have been interrupted, too; then the record has more than the state.
  const interrupted = interruptedCreationOf(operation);
  const isAskedAgain = interrupted?.address === operation.id;
  const tasks = [...(before.tasks ?? []), ...((isAskedAgain && interrupted.tasks) || [])];
  const isResponseLost = isAskedAgain && interrupted.tasks === undefined;
  const what = operationText("Creating", noun, context.name);
  const guard = guardOf(operation, what, declared, { state: before, inputs });
  const { state } = await withPartialState(
    operation,
    inputs,
    tasks,
    () => (isResponseLost ? recreate(operation, inputs) : resume(operation, inputs, tasks, guard)),
    { ...before, tasks },
  );
  // Only now the record of another creation is useless. With an id, it is forgotten when the cluster is next seen in state.
  await context.record.noteResponse({ id: operation.id, objectId: state.clusterId });
  return state;
}

/**
 * Returns where the next update begins: the cluster as it last matched the preview, so that a later change by somebody else still
 * differs from it. The number of nodes of a pool that does not follow its bounds yet is left out.
 */
function halfWay(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  state: ClusterState,
  resizes: (pool: string) => boolean,
): ClusterState {
  const { matched } = operation;
  if (matched === undefined) return { ...state, ...inputs, pools: state.pools };
  const follows = (name: string) => {
    const live = matched.pools.find((pool) => pool.name === name);
    const bounds = inputs.pools.find((pool) => pool.name === name);
    return live === undefined || bounds === undefined || countWithin(live, bounds) === live.nodeCount;
  };
  const seen = stateOf(matched, operation.address, inputs, state.tasks);
  const pools = seen.pools.map((pool) => {
    const { nodeCount: _, ...rest } = pool;
    return pool.name !== undefined && resizes(pool.name) && !follows(pool.name) ? rest : pool;
  });
  return { ...seen, pools };
}

function halfWayText(what: string, error: unknown): string {
  const reason = detailOf(error);
  if (error instanceof OperationError) return `${error.detail} What was changed until then is kept in state.`;
  if (!(error instanceof PlatformError))
    return `${what} failed unexpectedly. This is a bug in the provider, please report it: ${reason}`;
  return `${what} stopped: ${reason} What was changed until then is kept in state; run pulumi up again to continue.`;
}
