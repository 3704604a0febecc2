// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { Authentication, AuthenticationResult } from "./authentication.ts";
import type { Logging, LoggingResult } from "./logging.ts";
import type { Cni, CniResult, DdosProfile, DdosProfileResult } from "./network.ts";
import type { Pool, PoolResult } from "./pool.ts";

/**
 * Inputs of a Kubernetes cluster.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface ClusterInputs {
  /**
   * Project.
   *
   * Integer at least 1. Default: the setting `cloudplatform:projectId`.
   */
  projectId?: number;
  /**
   * Region.
   *
   * Integer at least 1. Default: the setting `cloudplatform:regionId`.
   */
  regionId?: number;
  /**
   * Name of the cluster, unique in its project and region.
   *
   * 1 to 20 characters. Must start with a lower-case letter, contain only lower-case letters, digits and hyphens, and
   * not end with a hyphen.
   */
  name: string;
  /**
   * Name of the SSH key pair of the nodes.
   *
   * 1 to 255 characters. Must contain only letters, digits, spaces, dots, underscores and hyphens.
   */
  keypair: string;
  /**
   * Kubernetes version, such as `v1.31.9`; the `v` is optional.
   *
   * Not empty.
   */
  version: string;
  /**
   * Pools of nodes; at least one.
   *
   * At least 1 element. Elements are identified by `name`; their order is not significant.
   */
  pools: Pool[];
  /** How users authenticate. */
  authentication?: Authentication | null;
  /** Parameters of the autoscaler by name; a change replaces all parameters. */
  autoscalerConfig?: Record<string, string> | null;
  /** Network plugin. The platform uses Calico if it is omitted. */
  cni?: Cni | null;
  /** DDoS protection. */
  ddosProfile?: DdosProfile | null;
  /**
   * Network of the nodes (UUID). Empty: none.
   *
   * Must be a UUID, or empty for none. Default: `""`. The platform may set another value when it is omitted.
   */
  fixedNetwork?: string | null;
  /**
   * Subnet of the nodes (UUID). Empty: none.
   *
   * Must be a UUID, or empty for none. Default: `""`. The platform may set another value when it is omitted.
   */
  fixedSubnet?: string | null;
  /**
   * Enables public IPv6 addresses.
   *
   * Default: `false`.
   */
  isIpv6?: boolean | null;
  /** Logs of the cluster in the platform's logging service. */
  logging?: Logging | null;
  /**
   * IPv4 network of the pods. If it is omitted, the platform uses 172.16.0.0/18, or 172.16.0.0/17 with Cilium.
   *
   * Must be an IPv4 network such as 172.16.0.0/18. Must not overlap 10.255.255.0/24 or 192.168.128.0/17, which the
   * platform uses itself.
   */
  podsIpPool?: string | null;
  /**
   * IPv4 network of the services. If it is omitted, the platform uses 172.24.0.0/18, or 172.24.0.0/17 with Cilium.
   *
   * Must be an IPv4 network such as 172.16.0.0/18. Must not overlap 10.255.255.0/24 or 192.168.128.0/17, which the
   * platform uses itself.
   */
  servicesIpPool?: string | null;
  /**
   * IPv6 network of the pods.
   *
   * Must be an IPv6 network such as fd00::/108. The platform sets it when it is omitted.
   */
  podsIpv6Pool?: string | null;
  /**
   * IPv6 network of the services.
   *
   * Must be an IPv6 network such as fd00::/108. The platform sets it when it is omitted.
   */
  servicesIpv6Pool?: string | null;
  /** How long operations may take. Default: the option `customTimeouts`, then the setting `pollTimeoutSeconds`. */
  timeouts?: ClusterTimeouts;
}

/**
 * How long operations on a cluster may take, such as `45m` or `1h30m`.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface ClusterTimeouts {
  /**
   * Time limit for creating the cluster.
   *
   * Must be a duration such as "45m" or "1h30m".
   */
  create?: string;
  /**
   * Time limit for an update, all steps together.
   *
   * Must be a duration such as "45m" or "1h30m".
   */
  update?: string;
  /**
   * Time limit for deleting the cluster.
   *
   * Must be a duration such as "45m" or "1h30m".
   */
  delete?: string;
}

/**
 * A Kubernetes cluster as the platform returns it.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface ClusterResult {
  /** Cluster id (UUID). A cluster that is recreated with the same name has a new id. */
  id: string;
  /** Name of the cluster, which identifies it in requests. */
  name: string;
  /** `Provisioning`, `Provisioned` or `Deleting`. */
  status: string;
  /** Version of Kubernetes with its `v`. */
  version: string;
  /** Name of the SSH key pair; omitted by some platforms. */
  keypair?: string | null;
  /** Pools of nodes, in any order. */
  pools: PoolResult[];
  /** Whether the cluster is reachable from the internet. */
  isPublic?: boolean | null;
  /** Task that has locked the cluster. null: not locked. */
  taskId?: string | null;
  /** Task that created the cluster. */
  creatorTaskId?: string | null;
  /** How users authenticate. */
  authentication?: AuthenticationResult | null;
  /** Parameters of the autoscaler. */
  autoscalerConfig?: Record<string, string> | null;
  /** Network plugin. */
  cni?: CniResult | null;
  /** DDoS protection. */
  ddosProfile?: DdosProfileResult | null;
  /** Logs of the cluster. */
  logging?: LoggingResult | null;
  /** Network of the nodes. Empty: none. */
  fixedNetwork?: string | null;
  /** Subnet of the nodes. Empty: none. */
  fixedSubnet?: string | null;
  /** Whether public IPv6 addresses are on. */
  isIpv6?: boolean | null;
  /** IPv4 network of the pods. */
  podsIpPool?: string | null;
  /** IPv4 network of the services. */
  servicesIpPool?: string | null;
  /** IPv6 network of the pods. */
  podsIpv6Pool?: string | null;
  /** IPv6 network of the services. */
  servicesIpv6Pool?: string | null;
  /** When the cluster was created. */
  createdAt?: string | null;
}

/**
 * Kubernetes clusters of a project and region.
 *
 * *Source:* companion §2.1.
 */
export interface GetClustersResult {
  /** Total number of items. */
  count: number;
  /** Items of this page. */
  results: ClusterResult[];
}

/**
 * Outputs of a Kubernetes cluster.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface ClusterOutputs {
  /** Project. */
  projectId: number;
  /** Region. */
  regionId: number;
  /** Name of the cluster, unique in its project and region. */
  name: string;
  /** Name of the SSH key pair of the nodes. */
  keypair: string;
  /** Kubernetes version, such as `v1.31.9`; the `v` is optional. */
  version: string;
  /** Live pools in the order of their names, with `id`, `nodeCount` and `status`. */
  pools: PoolResult[];
  /** How users authenticate. */
  authentication?: Authentication | null;
  /** Parameters of the autoscaler by name; a change replaces all parameters. */
  autoscalerConfig?: Record<string, string> | null;
  /** Network plugin. The platform uses Calico if it is omitted. */
  cni?: Cni | null;
  /** DDoS protection. */
  ddosProfile?: DdosProfile | null;
  /** Network of the nodes. Empty: none. */
  fixedNetwork?: string;
  /** Subnet of the nodes. Empty: none. */
  fixedSubnet?: string;
  /** Whether public IPv6 addresses are on. */
  isIpv6?: boolean;
  /** Logs of the cluster in the platform's logging service. */
  logging?: Logging | null;
  /** IPv4 network of the pods. */
  podsIpPool?: string;
  /** IPv4 network of the services. */
  servicesIpPool?: string;
  /** IPv6 network of the pods. */
  podsIpv6Pool?: string;
  /** IPv6 network of the services. */
  servicesIpv6Pool?: string;
  /** How long operations may take. Default: the option `customTimeouts`, then the setting `pollTimeoutSeconds`. */
  timeouts?: ClusterTimeouts;
  /**
   * Cluster id (UUID). A cluster that is recreated with the same name has a new id.
   *
   * Read-only.
   */
  clusterId: string;
  /**
   * `Provisioning`, `Provisioned` or `Deleting`.
   *
   * Read-only.
   */
  status: string;
  /**
   * Tasks that created the cluster.
   *
   * Read-only.
   */
  tasks: string[];
  /**
   * When the cluster was created.
   *
   * Read-only.
   */
  createdAt?: string;
  /**
   * Whether the cluster is reachable from the internet.
   *
   * Read-only.
   */
  isPublic?: boolean;
}
