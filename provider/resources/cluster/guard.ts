import type { ClusterRecord } from "../../api/index.ts";
import { refuseUnplanned, wireOf } from "../../engine/index.ts";
import { clusterSchema } from "./definition.ts";
import type { ClusterInputs, ClusterState } from "./inputs.ts";
import type { ClusterOperation } from "./operation.ts";
import { inputsOf } from "./state.ts";

/**
 * Refuses a cluster that somebody has changed since it was last read, in a way that the operation is not about. What
 * counts is what was seen then: an update that was interrupted has left the cluster between what was declared before and
 * after it.
 */
export function guardOf(
  operation: ClusterOperation,
  what: string,
  declared: ClusterInputs,
  { state, inputs }: { state: ClusterState; inputs: ClusterInputs },
): (live: ClusterRecord) => void {
  const seenAs = (one: ClusterRecord) => inputsOf(one, operation.address, declared, { isManaged: true });
  return (live) => {
    const last = { ...wireOf(clusterSchema, state), id: live.id, status: live.status } as unknown as ClusterRecord;
    const change = { declared: seenAs(last), inputs, live: seenAs(live) };
    refuseUnplanned({ what, object: `cluster ${operation.id}` }, { schema: clusterSchema }, change);
  };
}
