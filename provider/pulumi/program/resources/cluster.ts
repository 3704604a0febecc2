import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { type ClusterInputs, clusterDefinition } from "../../../resources/cluster/definition.ts";
import type { ClusterOutputs } from "../../../types/kubernetes.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

/** Arguments of a cluster. */
export type ClusterArgs = Args<ClusterInputs>;

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
