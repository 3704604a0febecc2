import { clusterPatch } from "../../api/index.ts";
import type { OperationClient } from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Handler } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { undeleted } from "../../engine/ownership/deletions.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { readForPreview } from "../preview-read.ts";
import { unknownLosses } from "../unknown-losses.ts";
import { addressText, parseAddress } from "./address.ts";
import { isNewer } from "./change.ts";
import { checkCluster } from "./check.ts";
import { createCluster } from "./create.ts";
import { type ClusterInputs, type ClusterState, clusterDefinition, normalise, noun } from "./definition.ts";
import { deleteCluster } from "./delete.ts";
import { mayDeleteNodes } from "./losses.ts";
import { nodesOutsideBoundsTexts, patchOf } from "./plan.ts";
import { anyGoesOn, readCluster, readerOf } from "./remote.ts";
import { inputsOf, isOurs, isUnfinished, otherClusterText, stateOf, unseenState } from "./state.ts";
import { updateCluster } from "./update.ts";

/** Lifecycle of a cluster. */
export const clusterHandler: Handler<ClusterInputs, ClusterState> = {
  ...clusterDefinition,
  deleteBeforeReplace: true,
  normalise,
  importId: (text) => addressText(parseAddress(text)),
  check: checkCluster,
  isUnfinished,
  objectId: ({ clusterId }) => clusterId,
  create: createCluster,

  async read(id, declared, context, state = {}) {
    const address = parseAddress(id);
    const isCurrent = (one: ClusterResult | undefined) => one === undefined || isOurs(one, state);
    let live = await readerOf(context.client, address).get(address.name);
    // A replica may still show the previous cluster of that name, whichever machine has deleted it.
    if (!isCurrent(live)) {
      const read = (client: OperationClient) => client.settled((one) => readCluster(one, address), isCurrent);
      live = await undeleted({ client: context.client, noun }, read, (one) => one.id);
    }
    if (live === undefined) {
      // A cluster that is not shown yet is not gone: its tasks are still running.
      const isComing = isUnfinished(state) && (await anyGoesOn(context.client, state.tasks ?? []));
      return isComing ? { id, inputs: declared, state: unseenState(declared, state.tasks ?? []) } : undefined;
    }
    if (!isOurs(live, state))
      throw new OperationError(
        `${operationText("Reading", noun, context.name)} stopped: ${otherClusterText(live, address, state)}`,
        "CP2307",
      );
    const inputs = inputsOf(live, address, declared, { isManaged: state.clusterId !== undefined });
    if (inputs.version === declared.version && isNewer(live.version, inputs.version))
      context.warn(
        `${noun} ${id} runs ${live.version}, and ${inputs.version} is declared: the platform has upgraded it. It is not downgraded; declare ${live.version} to match.`,
      );
    if (state.clusterId !== undefined)
      for (const text of nodesOutsideBoundsTexts(id, live, declared)) context.warn(text);
    return { id: addressText(address), inputs, state: stateOf(live, address, inputs, state.tasks ?? []) };
  },

  update: (_id, change, context) => updateCluster(change, context),

  /** The autoscaler changes the number of nodes between two updates. */
  async stateForLosses(id, change, { client }) {
    const { state } = change;
    if (!mayDeleteNodes(change)) return state;
    const live = await readForPreview(client, (limited) => readCluster(limited, parseAddress(id)));
    if (live === undefined || !isOurs(live, state)) return state;
    const nodes = new Map(live.pools.map(({ name, nodeCount }) => [name, nodeCount]));
    const pools = state.pools?.map((pool) => ({ ...pool, nodeCount: nodes.get(pool.name ?? "") ?? pool.nodeCount }));
    return { ...state, pools };
  },

  unknownLosses: (id, change, { client }) =>
    unknownLosses(change, {
      schema: clusterPatch,
      client,
      read: (limited) => readCluster(limited, parseAddress(id)),
      changeOf: (live) => patchOf({ ...change, live, there: inputsOf(live, parseAddress(id), change.inputs) }),
    }),

  delete: deleteCluster,
};
