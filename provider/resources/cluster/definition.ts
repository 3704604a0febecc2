import { z } from "zod";
import { fieldMetadata } from "../../api/field-metadata.ts";
import { type ClusterRecord, cluster, clusterBody, projectAndRegion, versionWithV } from "../../api/index.ts";
import { typeNames } from "../../api/type-names.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import type { StateOf } from "../../engine/handler/handler.ts";
import type { ClusterInputs, ClusterOutputs, PoolResult } from "../../types/kubernetes.ts";
import { parseDuration } from "../../values/index.ts";
import { isUnknown } from "../../values/unknown.ts";
import { clusterDeletionLosses, clusterLosses } from "./losses.ts";

export type { ClusterInputs, ClusterTimeouts } from "../../types/kubernetes.ts";

/** Copies a field with its metadata: what is registered for the resource must not depend on who has read the endpoints before. */
const own = <Field extends z.ZodType>(field: Field) => field.clone(undefined, { parent: true }) as Field;

/** The inputs: where the cluster is, and the body of its creation. platform-api §2.3. */
export const clusterSchema = z
  .object({
    project_id: own(projectAndRegion.project_id).register(fieldMetadata, { immutable: true }),
    region_id: own(projectAndRegion.region_id).register(fieldMetadata, { immutable: true }),
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
      create: duration.describe("Time limit for creating the cluster."),
      update: duration.describe("Time limit for an update, all steps together."),
      delete: duration.describe("Time limit for deleting the cluster."),
    })
    .register(typeNames, {
      token: "kubernetes/cluster:ClusterTimeouts",
      description: "How long operations on a cluster may take, such as `45m` or `1h30m`.",
    })
    .optional()
    .describe(
      "How long operations may take. Default: the option `customTimeouts`, then the setting `pollTimeoutSeconds`.",
    ),
});

const live = cluster.shape;

const outputs = z.object({
  pools: live.pools.describe("Live pools in the order of their names, with `id`, `node_count` and `status`."),
  fixed_network: live.fixed_network,
  fixed_subnet: live.fixed_subnet,
  is_ipv6: live.is_ipv6,
  pods_ip_pool: live.pods_ip_pool,
  services_ip_pool: live.services_ip_pool,
  pods_ipv6_pool: live.pods_ipv6_pool,
  services_ipv6_pool: live.services_ipv6_pool,
  cluster_id: live.id,
  status: live.status,
  tasks: z.array(z.string()).describe("Tasks that created the cluster."),
  created_at: live.created_at,
  is_public: live.is_public,
});

/** What a Kubernetes cluster is. platform-api §2.3. */
export const clusterDefinition = {
  area: "kubernetes",
  type: "Cluster",
  noun: "Kubernetes cluster",
  schema: clusterSchema,
  providerInputs,
  outputs,
  // The name is the address: the old cluster must be gone first.
  inId: ["projectId", "regionId", "name"],
  fromSettings: ["projectId", "regionId"],
  identifyingInputs: ["keypair", "pools", "version"],
  identity: { inputs: ["projectId", "regionId", "name"], isUnique: true },
  waits: true,
  losses: clusterLosses,
  deletionLosses: clusterDeletionLosses,
  adoption: {
    word: "cluster",
    importId: { form: "`<projectId>/<regionId>/<name>`, or with colons", example: "1/76/edge-1" },
  },
} as const satisfies ResourceDefinition;

export const { noun } = clusterDefinition;

/** A pool as it is on the platform. */
export type ClusterPool = PoolResult;

/** Outputs of a cluster: the inputs as they are on the platform, and what it adds. */
export type ClusterState = StateOf<Omit<ClusterInputs, "pools">, Omit<ClusterOutputs, "pools" | "clusterId">> & {
  pools: Partial<ClusterPool>[];
  /** Absent until the cluster is first seen. */
  clusterId?: string;
};

/** Status of a cluster whose creation has not finished. */
export const unfinishedStatus = "Provisioning" satisfies ClusterRecord["status"];

/** Brings the version into one form: `1.31.9` and `v1.31.9` are one version, and responses have the `v` (companion §2.3). */
export function normalise(inputs: ClusterInputs): ClusterInputs {
  const { version } = inputs;
  return typeof version !== "string" || isUnknown(version) ? inputs : { ...inputs, version: versionWithV(version) };
}
