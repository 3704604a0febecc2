import type { ClusterRecord } from "../../api/index.ts";
import type { Args } from "../../engine/index.ts";
import type { ClusterInputs, PoolResult } from "../../types/kubernetes.ts";
import { clusterDefinition } from "./definition.ts";

export const { noun } = clusterDefinition;

export type { ClusterInputs, ClusterTimeouts } from "../../types/kubernetes.ts";

/** Arguments of a cluster. */
export type ClusterArgs = Args<ClusterInputs>;

/** A pool as it is. */
export type ClusterPool = PoolResult;

/** Outputs of a cluster: the inputs as they are on the platform, and what it adds. */
export interface ClusterState extends Omit<ClusterInputs, "pools"> {
  /** Pools as they are, by name. */
  pools: Partial<ClusterPool>[];
  /** UUID; absent as long as it was never seen. */
  clusterId?: string;
  /** `Provisioning`, `Provisioned` or `Deleting`. */
  status: string;
  /** Tasks that have created the cluster. */
  tasks: string[];
  /** When it was created. */
  createdAt?: string;
  /** Whether it is reachable from the internet. */
  isPublic?: boolean;
}

/** A cluster whose creation has not come to its end. */
export const unfinishedStatus = "Provisioning" satisfies ClusterRecord["status"];
