import { CancelledError, DeadlineError } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { CreateContext } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { parseAddress } from "./address.ts";
import { type ClusterState, noun } from "./definition.ts";
import { interruptedCreationOf } from "./interrupted-creation.ts";
import { ClusterOperation } from "./operation.ts";
import { readerOf } from "./remote.ts";
import { isUnfinished } from "./state.ts";

/** Deletes the cluster, even a partially created one, and returns when it is gone. */
export async function deleteCluster(id: string, state: ClusterState, context: CreateContext): Promise<void> {
  const what = operationText("Deleting", noun, context.name);
  const operation = new ClusterOperation(context, parseAddress(id), "deleting");
  try {
    await removeOurs(operation, what, state);
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof CancelledError)) throw error;
    throw new OperationError(
      `${what} stopped: ${error.detail} It stays in state; run the same command again to go on.`,
      "CP2313",
    );
  } finally {
    readerOf(context.client, operation.address).changed();
  }
}

async function removeOurs(operation: ClusterOperation, what: string, state: ClusterState): Promise<void> {
  const { record, warn } = operation.context;
  const interrupted = interruptedCreationOf(operation);
  const tasks = [...(state.tasks ?? []), ...(interrupted?.tasks ?? [])];
  operation.knows({ ...state, tasks });
  let live = await operation.read();
  // Its creation may be in progress without the cluster being listed yet.
  if (live === undefined && isUnfinished(state)) live = await operation.waitUntilProvisioned(tasks);
  if (live !== undefined && !operation.isOurs(live)) {
    warn(
      `${what}: the cluster ${operation.id} that is on the platform now (${live.id}) is another one than that in state (${state.clusterId}), which is gone. It was left alone.`,
    );
    return;
  }
  if (live !== undefined) await operation.remove(live);
  if (interrupted !== undefined) await record.noteResponse({ id: operation.id });
}
