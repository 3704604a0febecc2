import type { ClusterRecord } from "../../api/index.ts";
import { CancelledError, detailOf, PlatformError, type TaskError } from "../../client/index.ts";
import {
  askedOf,
  type CreateContext,
  OperationError,
  operation,
  PartialFailureError,
  UnplannedError,
} from "../../engine/index.ts";
import { addressOf } from "./address.ts";
import {
  createRecordOf,
  forgetCreateRecord,
  nameConflictText,
  refuseOtherCreateRecord,
  requestCluster,
} from "./create-request.ts";
import { guardOf } from "./guard.ts";
import { type ClusterInputs, type ClusterState, noun } from "./inputs.ts";
import { ClusterOperation } from "./operation.ts";
import { reconcile } from "./reconcile.ts";
import { readerOf } from "./remote.ts";
import { isOurs, stateOf, unseenState } from "./state.ts";

/** Creates a cluster, or resumes the creation of an interrupted run. */
export async function createCluster(
  inputs: ClusterInputs,
  context: CreateContext,
): Promise<{ id: string; state: ClusterState }> {
  const work = new ClusterOperation(context, addressOf(inputs), "create", inputs);
  await refuseOtherCreateRecord(work);
  const record = createRecordOf(work);
  const begun = record?.address === work.id ? record.tasks : undefined;
  if (begun === undefined) return { id: work.id, state: await make(work, inputs) };
  const asked = (askedOf(context.intent) as ClusterInputs | undefined) ?? inputs;
  return { id: work.id, state: await resumeAsked(work, inputs, begun, asked) };
}

/** Waits for what an interrupted run has asked for, and brings it to what the program declares now. */
async function resumeAsked(
  work: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  asked: ClusterInputs,
): Promise<ClusterState> {
  const before = unseenState(asked, tasks);
  const guard = guardOf(work, operation("Creating", noun, work.context.name), asked, { state: before, inputs });
  const { state } = await withPartialState(work, inputs, tasks, () => resume(work, inputs, tasks, guard), before);
  return state;
}

/** Asks for the cluster and waits until it is there. Nothing that was accepted gets lost on the way. */
export async function make(work: ClusterOperation, inputs: ClusterInputs): Promise<ClusterState> {
  const { tasks, asked } = await requestCluster(work, inputs);
  if (asked !== undefined) return resumeAsked(work, inputs, tasks, asked);
  const { state } = await withPartialState(work, inputs, tasks, async () => {
    const failed = await work.waitForEnd(tasks);
    const live = await work.waitUntilProvisioned([]);
    if (live === undefined) {
      await forgetCreateRecord(work);
      throw new NothingLeft(
        `${operation("Creating", noun, work.context.name)} failed: ${nothingMade(work, failed)}`,
        "CP2308",
      );
    }
    await refuseNamesake(work, live, tasks);
    const failure = failed ?? (await work.failureOf(live));
    if (failure !== undefined) throw failure;
    return { live, tasks };
  });
  return state;
}

/** There is nothing of ours that could be kept in state. */
class NothingLeft extends OperationError {}

/** Ours came to nothing, and somebody else has taken its name since. */
async function refuseNamesake(work: ClusterOperation, live: ClusterRecord, tasks: readonly string[]): Promise<void> {
  if (isOurs(live, { tasks: [...tasks] })) return;
  await forgetCreateRecord(work);
  throw new NothingLeft(nameConflictText(operation("Creating", noun, work.context.name), work, live), "CP2306");
}

function nothingMade(work: ClusterOperation, failed: TaskError | undefined): string {
  if (failed !== undefined) return `${failed.detail} No cluster was left behind.`;
  return `the platform reports its tasks as ended, but there is no cluster ${work.id}.`;
}

/** Carries on with a cluster whose creation was interrupted, unless somebody else has changed it since. */
export async function resume(
  work: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  guard: (live: ClusterRecord) => void,
): Promise<{ live: ClusterRecord; tasks: readonly string[] }> {
  const live = await work.waitUntilProvisioned(tasks);
  if (live === undefined) return recreate(work, inputs);
  await refuseNamesake(work, live, tasks);
  if ((await work.failureOf(live)) !== undefined) {
    // Never provisioned and nobody works on it: it holds nothing that could be lost, and never becomes a cluster.
    work.doing("removing the half-made cluster");
    await work.remove();
    return recreate(work, inputs);
  }
  return { live: await reconcile(work, inputs, { guard, resizes: () => true }), tasks };
}

/** Makes it once more; looks first for what an earlier request of this kind may have made. */
export async function recreate(work: ClusterOperation, inputs: ClusterInputs) {
  work.doing("again");
  const state = await make(work, inputs);
  const live = await work.read();
  if (live === undefined) throw new OperationError(`${noun} ${work.id} is gone right after it was made.`, "CP2118");
  return { live, tasks: state.tasks };
}

/** Turns what comes of a wait into state: of a success, and of every failure after the platform has accepted the request. */
export async function withPartialState(
  work: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  wait: () => Promise<{ live: ClusterRecord; tasks: readonly string[] }>,
  /** What the next run begins at while the cluster is not agreed with. */
  before?: ClusterState,
): Promise<{ state: ClusterState }> {
  try {
    const done = await wait();
    return { state: stateOf(done.live, work.address, inputs, done.tasks) };
  } catch (error) {
    if (error instanceof NothingLeft || error instanceof PartialFailureError) throw error;
    const { seen } = work;
    const isSeen = seen !== undefined && isOurs(seen, { tasks: [...tasks] });
    const known = isSeen ? stateOf(seen, work.address, inputs, tasks) : unseenState(inputs, tasks);
    const state = error instanceof UnplannedError && before !== undefined ? before : known;
    // With its id a record is forgotten once the state is written; one of a request without an answer must stay.
    if (!work.isAsking) await work.context.intent.noteAnswer({ id: work.id });
    throw new PartialFailureError(work.id, state, keptText(work, error), "CP2309");
  } finally {
    readerOf(work.context.client, work.address).changed();
  }
}

function keptText(work: ClusterOperation, error: unknown): string {
  const what = operation("Creating", noun, work.context.name);
  if (error instanceof OperationError) return `${error.detail} Its state is kept.`;
  const said = detailOf(error);
  if (!(error instanceof PlatformError))
    return `${what} failed unexpectedly, which is a defect of the provider; please report it: ${said}`;
  if (error.code === "task")
    return `${what} failed: ${said} What it has left behind, ${work.id}, is kept in state: run pulumi up again to continue or to create it again, or pulumi destroy to remove it.`;
  const going =
    error instanceof CancelledError ? "The platform goes on making the cluster" : "The cluster is being made";
  return `${what} stopped: ${said} ${going}, and it is kept in state; run pulumi up again to continue.`;
}
