import type { ClusterRecord } from "../../api/index.ts";
import { PlatformError } from "../../client/index.ts";
import {
  type CreateContext,
  OperationError,
  operation,
  PartialFailureError,
  refuseUnplanned,
  type UpdateRequest,
  wireOf,
} from "../../engine/index.ts";
import { addressOf } from "./address.ts";
import { converge } from "./converge.ts";
import { carryOn, keeping, makeAnew } from "./create.ts";
import { type ClusterInputs, type ClusterState, clusterSchema, noun, unfinishedStatus } from "./inputs.ts";
import { traceOf } from "./make.ts";
import { readerOf } from "./remote.ts";
import { inputsOf, isOurs, namesakeText, stateOf } from "./state.ts";
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
  if (isUnfinished(state)) return finishCreation(state, inputs, context);
  const work = new ClusterWork(context, addressOf(inputs), "update", inputs);
  const what = operation("Updating", noun, context.name);
  let mayHaveChanged = false;
  try {
    const live = await work.free();
    if (live !== undefined && !isOurs(live, state))
      throw new OperationError(`${what} stopped: ${namesakeText(live, work.address, state)}`);
    if (live !== undefined) refuseOthersChange(work, what, live, { declared, state, inputs });
    const onChange = () => {
      mayHaveChanged = true;
    };
    const done = await converge(work, inputs, { declared, onChange });
    return stateOf(done, work.address, inputs, state.tasks);
  } catch (error) {
    // Nothing was sent: state is as it was, and so is the cluster.
    if (!mayHaveChanged) throw error;
    throw new PartialFailureError(work.id, halfWay(work, inputs, state), halfWayText(what, error));
  } finally {
    readerOf(context.client, work.address).changed();
  }
}

/**
 * Somebody has changed the cluster since it was last read, in a way that this update does not show. What counts is what
 * was seen then: an update that was interrupted has left the cluster between what was declared before and after it.
 */
function refuseOthersChange(
  work: ClusterWork,
  what: string,
  live: ClusterRecord,
  { declared, state, inputs }: UpdateRequest<ClusterInputs, ClusterState>,
): void {
  const seenAs = (one: ClusterRecord) => inputsOf(one, work.address, declared, { isManaged: true });
  const last = { ...wireOf(clusterSchema, state), id: live.id, status: live.status } as unknown as ClusterRecord;
  const change = { declared: seenAs(last), inputs, live: seenAs(live) };
  refuseUnplanned({ what, object: `cluster ${work.id}` }, { schema: clusterSchema }, change);
}

/** The creation was interrupted: waits for what goes on, or makes the cluster anew where that has failed. */
async function finishCreation(
  before: ClusterState,
  inputs: ClusterInputs,
  context: CreateContext,
): Promise<ClusterState> {
  const work = new ClusterWork(context, addressOf(inputs), "create", inputs);
  // Making it anew may have been interrupted too; then its record knows more than the state.
  const trace = traceOf(work);
  const isAskedAgain = trace?.address === work.id;
  const tasks = [...(before.tasks ?? []), ...((isAskedAgain && trace.tasks) || [])];
  const isAnswerLost = isAskedAgain && trace.tasks === undefined;
  const { state } = await keeping(work, inputs, tasks, () =>
    isAnswerLost ? makeAnew(work, inputs) : carryOn(work, inputs, tasks),
  );
  // Only now the record of another creation is of no more use: with an id it is forgotten when it is next seen in state.
  await context.intent.noteAnswer({ id: work.id });
  return state;
}

function halfWay(work: ClusterWork, inputs: ClusterInputs, state: ClusterState): ClusterState {
  if (work.seen === undefined) return { ...state, ...inputs, pools: state.pools };
  return stateOf(work.seen, work.address, inputs, state.tasks);
}

function halfWayText(what: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof OperationError) return `${said} What was changed until then is kept in state.`;
  if (!(error instanceof PlatformError))
    return `${what} failed unexpectedly, which is a defect of the provider; please report it: ${said}`;
  return `${what} stopped: ${said} What was changed until then is kept in state; run pulumi up again to continue.`;
}
