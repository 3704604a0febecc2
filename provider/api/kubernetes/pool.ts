import { z } from "zod";
import { pageOf, textMap, timestamp } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";
import { isGiven, type Report, type Unchecked, withRules } from "../rules.ts";
import { typeNames } from "../type-names.ts";
import { isVirtualFlavor } from "./flavor.ts";
import { kubernetesName } from "./name.ts";

/** Pools of nodes. Fields: platform-api §2.3; required fields and bounds: companion §2.3. */

const { bootVolumeSize, nodeCount, poolNameLength } = limits.kubernetes;

export const volumeTypes = ["cold", "ssd_hiiops", "ssd_local", "ssd_lowlatency", "standard", "ultra"] as const;
export const serverGroupPolicies = ["affinity", "anti-affinity", "soft-anti-affinity"] as const;

/** Labels under this prefix are the platform's own (companion §2.4). */
export const managedLabelPrefix = "gcorecluster.x-k8s.io";

export const nodes = z.int().min(nodeCount.min).max(nodeCount.max);
export const bootVolumeSizeGib = z
  .int()
  .min(bootVolumeSize.min)
  .max(bootVolumeSize.max)
  .register(fieldMetadata, { unit: "GiB" });

const taint = z.string().regex(/^[^:]*:(NoSchedule|PreferNoSchedule|NoExecute)$/, {
  error: "must be <value>:<effect> such as edge:NoSchedule; effects: NoSchedule, PreferNoSchedule, NoExecute",
});

const fields = {
  name: kubernetesName(poolNameLength).describe("Name of the pool, unique in its cluster."),
  flavor_id: z
    .string()
    .min(1)
    .register(fieldMetadata, { immutable: true })
    .describe("Flavor of the nodes, such as `g1-standard-2-4`."),
  min_node_count: nodes.describe("Minimum number of nodes."),
  max_node_count: nodes
    .nullish()
    .register(fieldMetadata, { serverDefault: true })
    .describe("Maximum number of nodes; at least `min_node_count`. The platform sets it if it is omitted."),
  boot_volume_size: bootVolumeSizeGib
    .nullish()
    .register(fieldMetadata, { immutable: true })
    .describe("Size of a node's boot volume. Required for virtual flavors, not allowed for bare metal."),
  boot_volume_type: z
    .enum(volumeTypes)
    .nullish()
    .register(fieldMetadata, { immutable: true })
    .describe("Type of a node's boot volume. Required for virtual flavors, not allowed for bare metal."),
  servergroup_policy: z
    .enum(serverGroupPolicies)
    .nullish()
    .register(fieldMetadata, { immutable: true })
    .describe("Placement of nodes on hosts. Required for virtual flavors, not allowed for bare metal."),
  auto_healing_enabled: z.boolean().default(false).describe("Replaces nodes that fail."),
  is_public_ipv4: z
    .boolean()
    .default(false)
    .register(fieldMetadata, { immutable: true })
    .describe("Gives nodes public IPv4 addresses."),
  labels: textMap.default({}).describe("Kubernetes labels of the nodes."),
  taints: z.record(z.string(), taint).default({}).describe("Taints of the nodes by key, as `<value>:<effect>`."),
  crio_config: textMap
    .nullish()
    .register(fieldMetadata, { serverDefault: true, immutable: true })
    .describe("Settings of CRI-O."),
  kubelet_config: textMap
    .nullish()
    .register(fieldMetadata, { serverDefault: true, immutable: true })
    .describe("Settings of the kubelet."),
};

function countsInOrder(pool: { min_node_count?: unknown; max_node_count?: unknown }, report: Report): void {
  const { min_node_count: min, max_node_count: max } = pool;
  if (typeof min !== "number" || typeof max !== "number" || max >= min) return;
  report(["max_node_count"], `must be at least the minimum node count (${min})`);
}

const virtualOnly = ["boot_volume_size", "boot_volume_type", "servergroup_policy"] as const;

function fieldsOfFlavor(pool: Unchecked<z.output<typeof bare>>, report: Report): void {
  const flavorId = pool.flavor_id;
  if (typeof flavorId !== "string" || flavorId === "") return;
  const isVirtual = isVirtualFlavor(flavorId);
  for (const field of virtualOnly) {
    if (isVirtual && !isGiven(pool[field])) report([field], `is required for virtual flavor "${flavorId}"`);
    if (!isVirtual && isGiven(pool[field])) report([field], `must be left out for bare metal flavor "${flavorId}"`);
  }
}

const bare = z.object(fields);

/** A declared pool, in a new cluster or for an existing one. */
export const poolBody = withRules(bare, (pool, report) => {
  countsInOrder(pool, report);
  fieldsOfFlavor(pool, report);
}).register(typeNames, { token: "kubernetes/pool:Pool", description: "A pool of nodes." });

/** Fields that change in place and at once. companion §2.5. */
export const poolPatch = withRules(
  z.object({
    min_node_count: fields.min_node_count.optional(),
    max_node_count: fields.max_node_count,
    node_count: nodes
      .optional()
      .register(fieldMetadata, { deprecated: "resize is its successor" })
      .describe("Current number of nodes."),
    auto_healing_enabled: z.boolean().optional().describe("Replaces nodes that fail."),
    labels: textMap.optional().describe("Kubernetes labels of the nodes; replaces all labels."),
    taints: z.record(z.string(), taint).optional().describe("Taints of the nodes; replaces all taints."),
  }),
  countsInOrder,
);

/** Body of a resize. companion §2.1. */
export const poolResize = z.object({ node_count: nodes.describe("New number of nodes.") });

/** A pool as the platform returns it. companion §2.4. */
export const pool = z
  .looseObject({
    id: z.string().describe("Pool id (UUID)."),
    name: z.string().describe("Name of the pool."),
    flavor_id: z.string().describe("Flavor of the nodes."),
    status: z.string().nullish().describe("State of the pool, such as `Running`."),
    node_count: z.int().nullish().describe("Current number of nodes."),
    min_node_count: z.int().describe("Minimum number of nodes."),
    max_node_count: z.int().nullish().describe("Maximum number of nodes."),
    boot_volume_size: z
      .int()
      .nullish()
      .register(fieldMetadata, { unit: "GiB" })
      .describe("Size of a node's boot volume."),
    boot_volume_type: z.string().nullish().describe("Type of a node's boot volume."),
    servergroup_id: z.string().nullish().describe("Server group; empty for bare metal."),
    servergroup_name: z.string().nullish().describe("Name of the server group; empty for bare metal."),
    servergroup_policy: z.string().nullish().describe("Placement of nodes on hosts; empty for bare metal."),
    auto_healing_enabled: z.boolean().nullish().describe("Whether nodes that fail are replaced."),
    is_public_ipv4: z.boolean().nullish().describe("Whether nodes have public IPv4 addresses."),
    labels: textMap.nullish().describe("Labels of the nodes, including the platform's own."),
    taints: textMap.nullish().describe("Taints of the nodes."),
    crio_config: textMap.nullish().describe("Settings of CRI-O."),
    kubelet_config: textMap.nullish().describe("Settings of the kubelet."),
    created_at: timestamp.nullish().describe("When the pool was created."),
  })
  .register(typeNames, {
    token: "kubernetes/pool:PoolResult",
    description: "A pool of nodes as the platform returns it.",
  });

export const poolList = pageOf(pool);

export type PoolRecord = z.output<typeof pool>;
