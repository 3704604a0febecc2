import type * as pulumi from "@pulumi/pulumi";
import {
  CloudResource,
  type Handler,
  isResourceOf,
  OperationError,
  type Outputs,
  operationText,
  type ResourceKind,
  tokenOf,
} from "../../engine/index.ts";
import type { ClusterOutputs } from "../../types/kubernetes.ts";
import { isNewer, replaces } from "./change.ts";
import { checkCluster } from "./check.ts";
import { createCluster } from "./create.ts";
import {
  type ClusterArgs,
  type ClusterInputs,
  type ClusterState,
  clusterDefinition,
  normalise,
  noun,
} from "./definition.ts";
import { deleteCluster } from "./delete.ts";
import { nodesOutsideBoundsTexts } from "./plan.ts";
import { addressText, anyGoesOn, parseAddress, readerOf } from "./remote.ts";
import { inputsOf, isOurs, isUnfinished, otherClusterText, stateOf, unseenState } from "./state.ts";
import { updateCluster } from "./update.ts";

const kind: ResourceKind = {
  ...clusterDefinition,
  deletesBeforeReplace: () => true,
};

// Its outputs, with the documentation of their schema.
export interface Cluster extends Outputs<ClusterOutputs> {}

/**
 * A managed Kubernetes cluster.
 *
 * Its creation takes minutes and is never lost: what stops the wait, a deadline, Ctrl-C, a failure or a kill, the next
 * `up` continues with the same cluster. An operation may take as long as `timeouts` says, then the option
 * `customTimeouts`, then the setting `pollTimeoutSeconds`.
 *
 * In place: `version` (one minor step at a time), `authentication`, `autoscalerConfig`, `ddosProfile`, `logging`, Cilium
 * but for its mask sizes, and `pools`, which are identified by name: new ones are added first, then the others changed,
 * then those removed that are no longer declared. A pool is recreated when its flavor, volume, server group, public
 * address, `crioConfig` or `kubeletConfig` changes. Everything else replaces the cluster, deleting the old one first.
 *
 * *Errors:* check failures at preview for each bound, for a version step that is too long, for a version or flavor that
 * the platform does not offer, for a second new cluster of the same name in the program, and for a change that would recreate
 * the only pool; an existing cluster of the same name is refused.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §1, §2.
 *
 * @example
 * ```ts
 * import { kubernetes } from "@cloudplatform/pulumi";
 *
 * export const cluster = new kubernetes.Cluster("edge", {
 *   projectId: 1,
 *   regionId: 76,
 *   name: "edge-1",
 *   keypair: "ops",
 *   version: "v1.31.9",
 *   pools: [
 *     {
 *       name: "general",
 *       flavorId: "g1-standard-2-4",
 *       minNodeCount: 2,
 *       maxNodeCount: 5,
 *       bootVolumeSize: 50,
 *       bootVolumeType: "ssd_hiiops",
 *       servergroupPolicy: "soft-anti-affinity",
 *     },
 *   ],
 *   timeouts: { create: "45m" },
 * });
 * ```
 */
export class Cluster extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(kind);

  constructor(name: string, args: pulumi.Input<ClusterArgs>, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
  }

  /** Reads a cluster that exists, by `<projectId>/<regionId>/<name>`; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, {} as ClusterArgs, { ...options, id });
  }

  /** Whether a value is a cluster. */
  static override isInstance(value: unknown): value is Cluster {
    return isResourceOf(value, kind);
  }
}

/** Lifecycle of a cluster. */
export const clusterHandler: Handler<ClusterInputs, ClusterState> = {
  ...clusterDefinition,
  deleteBeforeReplace: true,
  normalise,
  importId: (text) => addressText(parseAddress(text)),
  check: checkCluster,
  replaces,
  isUnfinished,
  create: createCluster,

  async read(id, declared, context, state = {}) {
    const address = parseAddress(id);
    const live = await readerOf(context.client, address).get(address.name);
    if (live === undefined) {
      // Not shown yet is not gone: its tasks go on.
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
        `${noun} ${id} runs ${live.version}, and ${inputs.version} is declared: the platform has upgraded it. It is not taken back; declare ${live.version} to agree.`,
      );
    if (state.clusterId !== undefined)
      for (const text of nodesOutsideBoundsTexts(id, live, declared)) context.warn(text);
    return { id: addressText(address), inputs, state: stateOf(live, address, inputs, state.tasks ?? []) };
  },

  update: (_id, change, context) => updateCluster(change, context),

  delete: deleteCluster,
};
