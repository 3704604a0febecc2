import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { type ClusterInputs, clusterDefinition } from "../../../resources/cluster/definition.ts";
import type { ClusterOutputs } from "../../../types/kubernetes.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

/** Arguments of {@link Cluster}. */
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
 * A create takes minutes. If the wait ends early (timeout, Ctrl-C, crash), the next `up` resumes with the same cluster. Timeout
 * precedence: `timeouts`, then the option `customTimeouts`, then the setting `pollTimeoutSeconds`.
 *
 * Updated in place: `version` (one minor version at a time), `authentication`, `autoscalerConfig`, `ddosProfile`, `logging`, `pools`,
 * and all Cilium options except mask sizes. Pools are matched by name: new pools are added, then changed pools are updated, then
 * pools that are no longer declared are deleted. A pool is deleted and created again when its flavor, volume, server group, public
 * address, `crioConfig` or `kubeletConfig` changes. Any other change replaces the cluster; the old one is deleted first.
 *
 * *Errors:* check failures at preview for a value out of range, for a version that skips a minor version, for a version or flavor
 * that the platform does not offer, for two new clusters with the same name in the program, and for a change that would recreate
 * the only pool. A create fails if the project and region already have a cluster with the same name.
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

  /** Reads an existing cluster by `<projectId>/<regionId>/<name>`. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, {} as ClusterArgs, { ...options, id });
  }

  /** Whether a value is a `Cluster`. */
  static override isInstance(value: unknown): value is Cluster {
    return isResourceOf(value, Cluster);
  }
}
