import { CancelledError, DeadlineError } from "../../client/index.ts";
import { type CreateContext, OperationError, operation } from "../../engine/index.ts";
import { parseAddress } from "./address.ts";
import { createRecordOf } from "./create-request.ts";
import { type ClusterState, noun } from "./inputs.ts";
import { ClusterOperation } from "./operation.ts";
import { readerOf } from "./remote.ts";
import { isOurs } from "./state.ts";
import { isUnfinished } from "./update.ts";

/** Deletes the cluster, a half-made one too, and returns when it is gone. */
export async function deleteCluster(id: string, state: ClusterState, context: CreateContext): Promise<void> {
  const what = operation("Deleting", noun, context.name);
  const work = new ClusterOperation(context, parseAddress(id), "delete", state);
  try {
    await removeOurs(work, what, state);
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof CancelledError)) throw error;
    throw new OperationError(
      `${what} stopped: ${error.detail} It stays in state; run the same command again to go on.`,
      "CP2313",
    );
  } finally {
    readerOf(context.client, work.address).changed();
  }
}

async function removeOurs(work: ClusterOperation, what: string, state: ClusterState): Promise<void> {
  const { intent, warn } = work.context;
  const record = createRecordOf(work);
  const tasks = [...(state.tasks ?? []), ...(record?.tasks ?? [])];
  let live = await work.read();
  // It may be on its way and not be shown yet.
  if (live === undefined && isUnfinished(state)) live = await work.waitUntilProvisioned(tasks);
  if (live !== undefined && !isOurs(live, state, tasks)) {
    warn(
      `${what}: the cluster ${work.id} that is on the platform now (${live.id}) is another one than that in state (${state.clusterId}), which is gone. It was left alone.`,
    );
    return;
  }
  if (live !== undefined) await work.remove();
  if (record !== undefined) await intent.noteAnswer({ id: work.id });
}
