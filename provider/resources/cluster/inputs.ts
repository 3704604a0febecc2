import { z } from "zod";
import { type ClusterRecord, clusterBody, projectAndRegion } from "../../api/index.ts";
import { parseDuration } from "../../client/index.ts";
import type { Args } from "../../engine/index.ts";
import type { ClusterInputs, PoolResult } from "../../types/kubernetes.ts";

export const noun = "Kubernetes cluster";

/** Form of the inputs: where the cluster is, and the body of its creation. platform-api §2.3. */
export const clusterSchema = z.object({ ...projectAndRegion, ...clusterBody.shape });

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, { error: 'must be a duration such as "45m" or "1h30m"' })
  .optional();

/** Inputs that steer us: how long each operation may take. */
export const clusterProviderInputs = z.object({
  timeouts: z
    .object({
      create: duration.describe("To make the cluster."),
      update: duration.describe("For all steps of a change together."),
      delete: duration.describe("To delete the cluster."),
    })
    .optional()
    .describe("How long operations may take. Default: the setting pollTimeoutSeconds."),
});

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
  /** Tasks that made the cluster. */
  tasks: string[];
  /** When it was made. */
  createdAt?: string;
  /** Whether it is reachable from the internet. */
  isPublic?: boolean;
}

/** A cluster whose creation has not come to its end. */
export const unfinishedStatus = "Provisioning" satisfies ClusterRecord["status"];
