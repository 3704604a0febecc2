import { PlatformError } from "../../client/index.ts";
import {
  type CreateContext,
  OperationError,
  operation,
  PartialFailureError,
  type UpdateRequest,
  wireOf,
} from "../../engine/index.ts";
import { addressOf } from "./address.ts";
import { converge } from "./converge.ts";
import { carryOn, keeping, makeAnew } from "./create.ts";
import { clusterSchema } from "./definition.ts";
import { guardOf } from "./guard.ts";
import { type ClusterInputs, type ClusterState, noun, unfinishedStatus } from "./inputs.ts";
import { traceOf } from "./make.ts";
import { readerOf } from "./remote.ts";
import { isOurs, namesakeText, stateOf } from "./state.ts";
import { countWithin } from "./steps.ts";
import { ClusterWork } from "./work.ts";

/** Whether the creation of a cluster in state has not come to its end. */
export function isUnfinished(state: Partial<ClusterState>): boolean {
  return state.status === unfinishedStatus;
}

/** Brings the cluster to what is declared, from whatever state earlier runs have left it in. */
export async function updateCluster(
  { declared, state, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
  context: CreateContext,
): Promise<ClusterState> {
  if (isUnfinished(state)) return finishCreation({ declared, state, inputs }, context);
  const work = new ClusterWork(context, addressOf(inputs), "update", inputs);
  const what = operation("Updating", noun, context.name);
  const resizes = (pool: string) => isResizePlanned(pool, { declared, state, inputs });
  let mayHaveChanged = false;
  try {
    const live = await work.free();
    if (live !== undefined && !isOurs(live, state))
      throw new OperationError(`${what} stopped: ${namesakeText(live, work.address, state)}`);
    const onChange = () => {
      mayHaveChanged = true;
    };
    const guard = guardOf(work, what, declared, { state, inputs });
    const done = await converge(work, inputs, { declared, guard, resizes, onChange });
    return stateOf(done, work.address, inputs, state.tasks);
  } catch (error) {
    // Nothing was sent: state is as it was, and so is the cluster.
    if (!mayHaveChanged) throw error;
    throw new PartialFailureError(work.id, halfWay(work, inputs, state, resizes), halfWayText(what, error));
  } finally {
    readerOf(context.client, work.address).changed();
  }
}

/**
 * Whether the number of nodes of a pool follows its bounds in this update: they are new or change, or the last update
 * was stopped before it could follow. Otherwise the preview has not shown it, and the autoscaler or a person moved it.
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

/** The creation was interrupted: waits for what goes on, or makes the cluster anew where that has failed. */
async function finishCreation(
  { declared, state: before, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
  context: CreateContext,
): Promise<ClusterState> {
  const work = new ClusterWork(context, addressOf(inputs), "create", inputs);
  // Making it anew may have been interrupted too; then its record knows more than the state.
  const trace = traceOf(work);
  const isAskedAgain = trace?.address === work.id;
  const tasks = [...(before.tasks ?? []), ...((isAskedAgain && trace.tasks) || [])];
  const isAnswerLost = isAskedAgain && trace.tasks === undefined;
  const what = operation("Creating", noun, context.name);
  const guard = guardOf(work, what, declared, { state: before, inputs });
  const { state } = await keeping(
    work,
    inputs,
    tasks,
    () => (isAnswerLost ? makeAnew(work, inputs) : carryOn(work, inputs, tasks, guard)),
    { ...before, tasks },
  );
  // Only now the record of another creation is of no more use: with an id it is forgotten when it is next seen in state.
  await context.intent.noteAnswer({ id: work.id });
  return state;
}

/**
 * What the next update begins at: the cluster as this one last agreed with it, so that what somebody else has changed
 * since still differs from it. The number of nodes of a pool that does not yet follow its bounds is left out.
 */
function halfWay(
  work: ClusterWork,
  inputs: ClusterInputs,
  state: ClusterState,
  resizes: (pool: string) => boolean,
): ClusterState {
  const { agreed } = work;
  if (agreed === undefined) return { ...state, ...inputs, pools: state.pools };
  const wanted = wireOf(clusterSchema, inputs).pools;
  const follows = (name: string) => {
    const live = agreed.pools.find((pool) => pool.name === name);
    const bounds = wanted.find((pool) => pool.name === name);
    return live === undefined || bounds === undefined || countWithin(live, bounds) === live.node_count;
  };
  const seen = stateOf(agreed, work.address, inputs, state.tasks);
  const pools = seen.pools.map((pool) => {
    const { nodeCount: _, ...rest } = pool;
    return pool.name !== undefined && resizes(pool.name) && !follows(pool.name) ? rest : pool;
  });
  return { ...seen, pools };
}

function halfWayText(what: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof OperationError) return `${said} What was changed until then is kept in state.`;
  if (!(error instanceof PlatformError))
    return `${what} failed unexpectedly, which is a defect of the provider; please report it: ${said}`;
  return `${what} stopped: ${said} What was changed until then is kept in state; run pulumi up again to continue.`;
}
