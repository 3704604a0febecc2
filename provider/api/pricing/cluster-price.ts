import { z } from "zod";
import { bootVolumeSizeGib, nodes, volumeTypes } from "../kubernetes/pool.ts";
import { itemPrice } from "./item-price.ts";

/** Price of a planned cluster. companion §2.1. */
export const clusterPriceBody = z.object({
  pools: z
    .array(
      z.object({
        flavor_id: z.string().min(1).describe("Flavor of the nodes."),
        node_count: nodes.default(1).describe("Number of nodes of the pool."),
        boot_volume_size: bootVolumeSizeGib.nullish().describe("Size of a node's boot volume."),
        boot_volume_type: z.enum(volumeTypes).nullish().describe("Type of a node's boot volume."),
        is_public_ipv4: z.boolean().default(false).describe("Gives nodes public IPv4 addresses."),
      }),
    )
    .describe("Pools of the cluster."),
});

/** companion §2.1. */
export const clusterPrice = z.looseObject({
  instances: z.array(itemPrice).nullish().describe("Prices of the nodes by flavor."),
  volumes: z.array(itemPrice).nullish().describe("Prices of the boot volumes."),
  publicips: z.array(itemPrice).nullish().describe("Prices of public addresses."),
  total_price: itemPrice.nullish().describe("Price of the whole cluster."),
});
