import { type CreateContext, operation } from "../../engine/index.ts";
import { parseAddress } from "./address.ts";
import { type ClusterState, noun } from "./inputs.ts";
import { traceOf } from "./make.ts";
import { readerOf } from "./remote.ts";
import { isOurs } from "./state.ts";
import { isUnfinished } from "./update.ts";
import { ClusterWork } from "./work.ts";

/** Deletes the cluster, a half-made one too, and returns when it is gone. */
export async function deleteCluster(id: string, state: ClusterState, context: CreateContext): Promise<void> {
  const work = new ClusterWork(context, parseAddress(id), "delete", state);
  const trace = traceOf(work);
  const tasks = [...(state.tasks ?? []), ...(trace?.tasks ?? [])];
  let live = await work.read();
  // It may be on its way and not be shown yet.
  if (live === undefined && isUnfinished(state)) live = await work.settled(tasks);
  if (live !== undefined && !isOurs(live, state, tasks)) {
    context.warn(
      `${operation("Deleting", noun, context.name)}: the cluster ${id} that is on the platform now (${live.id}) is another one than that in state (${state.clusterId}), which is gone. It was left alone.`,
    );
    return;
  }
  if (live !== undefined) await work.remove();
  readerOf(context.client, work.address).changed();
  if (trace !== undefined) await context.intent.note({ id });
}
