import { z } from "zod";
import { logging } from "./logging.ts";
import { bootVolumeSizeGib, nodes, serverGroupPolicies } from "./pool.ts";

/** Body of the check whether a pool fits into the quotas. companion §2.1. */
export const checkPoolLimitsBody = z.object({
  flavor_id: z.string().min(1).describe("Flavor of the nodes."),
  name: z.string().nullish().describe("Name of the pool."),
  min_node_count: nodes.nullish().describe("Minimum number of nodes."),
  max_node_count: nodes.nullish().describe("Maximum number of nodes."),
  node_count: nodes.nullish().describe("Requested number of nodes."),
  boot_volume_size: bootVolumeSizeGib.nullish().describe("Size of a node's boot volume."),
  servergroup_policy: z.enum(serverGroupPolicies).nullish().describe("Placement of nodes on hosts."),
});

/** Body of the check whether pools fit into the quotas. companion §2.1. */
export const checkLimitsBody = z.object({
  pools: z.array(checkPoolLimitsBody).nullish().describe("Pools to check."),
  logging,
});

/** Empty if everything fits; otherwise `<name>_limit`, `<name>_usage` and `<name>_requested` for each exceeded quota. */
export const checkLimitsResponse = z.record(z.string(), z.number().nullable());
