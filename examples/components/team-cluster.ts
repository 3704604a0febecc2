import { kubernetes } from "@cloudplatform/pulumi/native";
import * as pulumi from "@pulumi/pulumi";

/** A pool of nodes. */
export interface TeamPool {
  /** Name of the pool. */
  name: pulumi.Input<string>;
  /** Flavor of its nodes: `g1-…` are virtual machines, `bm1-…` bare metal. */
  flavor: string;
  /** Minimum number of nodes. Default: 2, so that the loss of one stops nothing. */
  minNodes?: pulumi.Input<number>;
  /** Maximum number of nodes. Default: the minimum, which switches scaling off. */
  maxNodes?: pulumi.Input<number>;
}

/** Arguments of a team's cluster. */
export interface TeamClusterArgs {
  /** Version of Kubernetes, such as `v1.31.9`. */
  version: pulumi.Input<string>;
  /** Name of the SSH key pair of the nodes. */
  keypair: pulumi.Input<string>;
  /** At least one pool. */
  pools: TeamPool[];
  /** Project. Default: the setting of the provider. */
  projectId?: pulumi.Input<number>;
  /** Region. Default: the setting of the provider. */
  regionId?: pulumi.Input<number>;
  /** Whether Pulumi refuses to delete or replace the cluster. Default: true. */
  isProtected?: boolean;
}

/**
 * A Kubernetes cluster with its pools and its kubeconfig: nodes without public addresses that heal themselves, logs that are kept for
 * 30 days, and protection against deletion.
 */
export class TeamCluster extends pulumi.ComponentResource {
  /** Name of the cluster, that of the component. */
  readonly clusterName: pulumi.Output<string>;
  /** Id of the cluster. */
  readonly clusterId: pulumi.Output<string>;
  /** Credentials of the cluster, a secret. */
  readonly kubeconfig: pulumi.Output<string>;

  constructor(name: string, args: TeamClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super("example-components:index:TeamCluster", name, args, options);
    const { version, keypair, projectId, regionId, isProtected = true } = args;
    const cluster = new kubernetes.Cluster(
      name,
      {
        ...{ name, version, keypair, projectId, regionId, pools: args.pools.map(poolOf) },
        logging: { enabled: true, retentionPolicy: { period: 30 } },
      },
      { parent: this, protect: isProtected },
    );
    // Depends on the id, so that it is read after the cluster is created.
    const place = { projectId: cluster.projectId, regionId: cluster.regionId };
    const { config } = kubernetes.getKubeconfigOutput(
      { ...place, name: cluster.id.apply(() => name) },
      { parent: this },
    );
    this.clusterName = cluster.name;
    this.clusterId = cluster.clusterId;
    this.kubeconfig = pulumi.secret(config);
    this.registerOutputs({ clusterName: this.clusterName, clusterId: this.clusterId, kubeconfig: this.kubeconfig });
  }
}

/** The platform accepts volumes and server groups for virtual machines only. */
const virtual = { bootVolumeSize: 50, bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity" } as const;

function poolOf({ name, flavor, minNodes = 2, maxNodes }: TeamPool) {
  return {
    ...{ name, flavorId: flavor, minNodeCount: minNodes, maxNodeCount: maxNodes ?? minNodes },
    ...{ autoHealingEnabled: true, isPublicIpv4: false },
    ...(flavor.startsWith("bm") ? undefined : virtual),
  };
}
