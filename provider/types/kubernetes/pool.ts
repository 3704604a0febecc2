// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * A pool of nodes.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Pool {
  /**
   * Name of the pool, unique in its cluster.
   *
   * 1 to 20 characters. Must start with a lower-case letter, contain only lower-case letters, digits and hyphens, and
   * not end with a hyphen.
   */
  name: string;
  /**
   * Flavor of the nodes, such as `g1-standard-2-4`.
   *
   * Not empty.
   */
  flavorId: string;
  /**
   * Minimum number of nodes.
   *
   * Integer from 1 to 200.
   */
  minNodeCount: number;
  /**
   * Maximum number of nodes; at least `minNodeCount`. The platform sets it if it is omitted.
   *
   * Integer from 1 to 200.
   */
  maxNodeCount?: number | null;
  /**
   * Size of a node's boot volume. Required for virtual flavors, not allowed for bare metal.
   *
   * Integer from 10 to 2000 GiB.
   */
  bootVolumeSize?: number | null;
  /** Type of a node's boot volume. Required for virtual flavors, not allowed for bare metal. */
  bootVolumeType?: "cold" | "ssd_hiiops" | "ssd_local" | "ssd_lowlatency" | "standard" | "ultra" | null;
  /** Placement of nodes on hosts. Required for virtual flavors, not allowed for bare metal. */
  servergroupPolicy?: "affinity" | "anti-affinity" | "soft-anti-affinity" | null;
  /**
   * Replaces nodes that fail.
   *
   * Default: `false`.
   */
  autoHealingEnabled?: boolean;
  /**
   * Gives nodes public IPv4 addresses.
   *
   * Default: `false`.
   */
  isPublicIpv4?: boolean;
  /**
   * Kubernetes labels of the nodes.
   *
   * Default: `{}`.
   */
  labels?: Record<string, string>;
  /**
   * Taints of the nodes by key, as `<value>:<effect>`.
   *
   * Each value: must be <value>:<effect> such as edge:NoSchedule; effects: NoSchedule, PreferNoSchedule, NoExecute.
   * Default: `{}`.
   */
  taints?: Record<string, string>;
  /**
   * Settings of CRI-O.
   *
   * The platform sets it when it is omitted.
   */
  crioConfig?: Record<string, string> | null;
  /**
   * Settings of the kubelet.
   *
   * The platform sets it when it is omitted.
   */
  kubeletConfig?: Record<string, string> | null;
}

/**
 * A pool of nodes as the platform returns it.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface PoolResult {
  /** Pool id (UUID). */
  id: string;
  /** Name of the pool. */
  name: string;
  /** Flavor of the nodes. */
  flavorId: string;
  /** State of the pool, such as `Running`. */
  status?: string | null;
  /** Current number of nodes. */
  nodeCount?: number | null;
  /** Minimum number of nodes. */
  minNodeCount: number;
  /** Maximum number of nodes. */
  maxNodeCount?: number | null;
  /**
   * Size of a node's boot volume.
   *
   * In GiB.
   */
  bootVolumeSize?: number | null;
  /** Type of a node's boot volume. */
  bootVolumeType?: string | null;
  /** Server group; empty for bare metal. */
  servergroupId?: string | null;
  /** Name of the server group; empty for bare metal. */
  servergroupName?: string | null;
  /** Placement of nodes on hosts; empty for bare metal. */
  servergroupPolicy?: string | null;
  /** Whether nodes that fail are replaced. */
  autoHealingEnabled?: boolean | null;
  /** Whether nodes have public IPv4 addresses. */
  isPublicIpv4?: boolean | null;
  /** Labels of the nodes, including the platform's own. */
  labels?: Record<string, string> | null;
  /** Taints of the nodes. */
  taints?: Record<string, string> | null;
  /** Settings of CRI-O. */
  crioConfig?: Record<string, string> | null;
  /** Settings of the kubelet. */
  kubeletConfig?: Record<string, string> | null;
  /** When the pool was created. */
  createdAt?: string | null;
}
