import { CancelledError, detailOf, PlatformError } from "../../client/index.ts";
import { UnplannedError } from "../../engine/compare/lost-update.ts";
import { OperationError, PartialFailureError } from "../../engine/handler/errors.ts";
import type { CreateContext } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { elsewhereError } from "../../engine/ownership/refusals.ts";
import { askedOf } from "../../engine/records/record-facts.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { addressOf } from "./address.ts";
import { nameConflictText, refuseOtherCreateRecord, requestCluster } from "./create-request.ts";
import { type ClusterInputs, type ClusterState, noun } from "./definition.ts";
import { interruptedCreationOf } from "./interrupted-creation.ts";
import { ClusterOperation } from "./operation.ts";
import { quotaRequested } from "./quota.ts";
import { guardOf, reconcile } from "./reconcile.ts";
import { anyGoesOn, readerOf } from "./remote.ts";
import { isOurs, otherClusterText, stateOf, unseenState } from "./state.ts";

/** Creates a cluster, or resumes the creation of an interrupted run. */
export async function createCluster(
  inputs: ClusterInputs,
  context: CreateContext,
): Promise<{ id: string; state: ClusterState }> {
  if (context.record.isRehearsal !== true) quotaRequested(inputs, context.client, context.record.urn);
  const operation = new ClusterOperation(context, addressOf(inputs), "creating");
  await refuseOtherCreateRecord(operation);
  const interrupted = interruptedCreationOf(operation);
  const begun = interrupted?.address === operation.id ? interrupted.tasks : undefined;
  if (begun === undefined) return { id: operation.id, state: await requestAndWait(operation, inputs) };
  const what = operationText("Creating", noun, context.name);
  const recorded = { what, noun, id: operation.id, inputs, alternativeText: "your own, choose another name" };
  const refusal = await elsewhereError(recorded, context);
  if (refusal !== undefined) {
    if ((await anyGoesOn(context.client, begun)) || (await operation.read()) !== undefined) throw refusal;
    // The other stack has deleted what was created. If a stale read hides the cluster, the platform refuses its name.
    await operation.context.record.forget();
    return { id: operation.id, state: await requestAndWait(operation, inputs) };
  }
  const asked = (askedOf(context.record) as ClusterInputs | undefined) ?? inputs;
  return { id: operation.id, state: await resumeAsked(operation, inputs, begun, asked) };
}

/** Waits for the cluster of an interrupted run, then reconciles it with the declaration. */
async function resumeAsked(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  asked: ClusterInputs,
): Promise<ClusterState> {
  const before = unseenState(asked, tasks);
  const guard = guardOf(operation, operationText("Creating", noun, operation.context.name), asked, {
    state: before,
    inputs,
  });
  const { state } = await withPartialState(
    operation,
    inputs,
    tasks,
    () => resume(operation, inputs, tasks, guard),
    before,
  );
  return state;
}

/** Requests the cluster and waits until it is provisioned. What the platform has accepted is kept in state. */
async function requestAndWait(operation: ClusterOperation, inputs: ClusterInputs): Promise<ClusterState> {
  operation.knows({});
  const { tasks, asked } = await requestCluster(operation, inputs);
  operation.knows({ tasks: [...tasks] });
  if (asked !== undefined) return resumeAsked(operation, inputs, tasks, asked);
  const { state } = await withPartialState(operation, inputs, tasks, async () => {
    const failed = await operation.waitForEnd(tasks);
    const live = await operation.waitUntilProvisioned([]);
    if (live === undefined) {
      const what = `${operationText("Creating", noun, operation.context.name)} failed:`;
      if (failed === undefined)
        throw new OperationError(
          `${what} its tasks have ended without an error, but the platform does not show the cluster ${operation.id}.`,
          "CP2308",
        );
      await operation.context.record.forget();
      throw new NothingCreatedError(`${what} ${failed.detail} No cluster was left behind.`, "CP2308");
    }
    await refuseNameConflict(operation, live, tasks);
    const failure = failed ?? (await operation.failureOf(live));
    if (failure !== undefined) throw failure;
    return { live, tasks };
  });
  return state;
}

/** No object was created, so nothing is kept in state. */
class NothingCreatedError extends OperationError {}

/** Refuses another cluster that has the name. The creation has left nothing behind only if its tasks have failed. */
async function refuseNameConflict(
  operation: ClusterOperation,
  live: ClusterResult,
  tasks: readonly string[],
): Promise<void> {
  if (operation.isOurs(live)) return;
  const what = operationText("Creating", noun, operation.context.name);
  if ((await operation.waitForEnd(tasks)) === undefined)
    throw new OperationError(`${what} stopped: ${otherClusterText(live, operation.address, {})}`, "CP2307");
  await operation.context.record.forget();
  throw new NothingCreatedError(await nameConflictText(what, operation, live), "CP2306");
}

/** Resumes the creation of a cluster, unless somebody has changed it since. */
export async function resume(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  guard: (live: ClusterResult) => void,
): Promise<{ live: ClusterResult; tasks: readonly string[] }> {
  operation.knows({ tasks: [...tasks] });
  const live = await operation.waitUntilProvisioned(tasks);
  if (live === undefined) return recreate(operation, inputs);
  await refuseNameConflict(operation, live, tasks);
  if ((await operation.failureOf(live)) !== undefined) {
    // It was never provisioned, and no task is running: it has no data to lose, and never becomes a cluster.
    operation.doing("removing the partially created cluster");
    await operation.remove(live);
    return recreate(operation, inputs);
  }
  return { live: await reconcile(operation, inputs, { guard, resizes: () => true }), tasks };
}

/** Creates the cluster again, after a search for the result of an earlier request. */
export async function recreate(operation: ClusterOperation, inputs: ClusterInputs) {
  operation.doing("again");
  const state = await requestAndWait(operation, inputs);
  const live = await operation.waitUntilProvisioned(state.tasks);
  if (live === undefined)
    throw new OperationError(`${noun} ${operation.id} is gone right after it was created.`, "CP2118");
  return { live, tasks: state.tasks };
}

/** Converts the result of a wait to state. After the platform has accepted the request, any failure becomes a partial failure. */
export async function withPartialState(
  operation: ClusterOperation,
  inputs: ClusterInputs,
  tasks: readonly string[],
  wait: () => Promise<{ live: ClusterResult; tasks: readonly string[] }>,
  /** The state to keep while the live cluster differs from the preview. */
  before?: ClusterState,
): Promise<{ state: ClusterState }> {
  try {
    const done = await wait();
    return { state: stateOf(done.live, operation.address, inputs, done.tasks) };
  } catch (error) {
    if (error instanceof NothingCreatedError || error instanceof PartialFailureError) throw error;
    const { seen } = operation;
    const isSeen = seen !== undefined && isOurs(seen, { tasks: [...tasks] });
    const known = isSeen ? stateOf(seen, operation.address, inputs, tasks) : unseenState(inputs, tasks);
    const state = error instanceof UnplannedError && before !== undefined ? before : known;
    // A record with the id is forgotten once the state is written. The record of a request without a response must stay.
    if (!operation.isOutcomeUnknown)
      await operation.context.record.noteResponse({ id: operation.id, objectId: known.clusterId });
    throw new PartialFailureError(operation.id, state, keptText(operation, error), "CP2309");
  } finally {
    readerOf(operation.context.client, operation.address).changed();
  }
}

function keptText(operation: ClusterOperation, error: unknown): string {
  const what = operationText("Creating", noun, operation.context.name);
  if (error instanceof OperationError) return `${error.detail} Its state is kept.`;
  const reason = detailOf(error);
  if (!(error instanceof PlatformError))
    return `${what} failed unexpectedly. This is a bug in the provider, please report it: ${reason}`;
  if (error.code === "task")
    return `${what} failed: ${reason} What it has left behind, ${operation.id}, is kept in state: run pulumi up again to continue or to create it again, or pulumi destroy to remove it.`;
  const going =
    error instanceof CancelledError ? "The platform continues to create the cluster" : "The cluster is being created";
  return `${what} stopped: ${reason} ${going}, and it is kept in state; run pulumi up again to continue.`;
}
