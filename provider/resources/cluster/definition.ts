import { z } from "zod";
import { fieldMetadata } from "../../api/field-metadata.ts";
import { type ClusterRecord, clusterBody, projectAndRegion, versionWithV } from "../../api/index.ts";
import { typeNames } from "../../api/type-names.ts";
import type { ResourceDefinition } from "../../engine/definition.ts";
import type { Args } from "../../engine/index.ts";
import { isUnknown } from "../../schema/unknowns.ts";
import type { ClusterInputs, PoolResult } from "../../types/kubernetes.ts";
import { parseDuration } from "../../values/index.ts";

export type { ClusterInputs, ClusterTimeouts } from "../../types/kubernetes.ts";

/** The inputs: where the cluster is, and the body of its creation. platform-api §2.3. */
export const clusterSchema = z
  .object({
    project_id: projectAndRegion.project_id.register(fieldMetadata, { immutable: true }),
    region_id: projectAndRegion.region_id.register(fieldMetadata, { immutable: true }),
    ...clusterBody.shape,
  })
  .register(typeNames, {
    token: "kubernetes/cluster:ClusterInputs",
    description: "Inputs of a Kubernetes cluster.",
    source: "platform-api §2.3, §4 #3; companion §2.3",
  });

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, { error: 'must be a duration such as "45m" or "1h30m"' })
  .optional();

const providerInputs = z.object({
  timeouts: z
    .object({
      create: duration.describe("To create the cluster."),
      update: duration.describe("For all steps of a change together."),
      delete: duration.describe("To delete the cluster."),
    })
    .register(typeNames, {
      token: "kubernetes/cluster:ClusterTimeouts",
      description: "How long operations on a cluster may take, such as `45m` or `1h30m`.",
    })
    .optional()
    .describe("How long operations may take. Default: the setting pollTimeoutSeconds."),
});

/** What a Kubernetes cluster is. platform-api §2.3. */
export const clusterDefinition = {
  area: "kubernetes",
  type: "Cluster",
  noun: "Kubernetes cluster",
  schema: clusterSchema,
  providerInputs,
  fromSettings: ["projectId", "regionId"],
  identifyingInputs: ["keypair", "pools", "version"],
  waits: true,
  adoption: {
    word: "cluster",
    importId: { form: "`<projectId>/<regionId>/<name>`, or with colons", example: "1/76/edge-1" },
  },
} as const satisfies ResourceDefinition;

export const { noun } = clusterDefinition;

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

/** `1.31.9` and `v1.31.9` are one version; responses carry the `v` (companion §2.3). */
export function normalise(inputs: ClusterInputs): ClusterInputs {
  const { version } = inputs;
  return typeof version !== "string" || isUnknown(version) ? inputs : { ...inputs, version: versionWithV(version) };
}
