import { isVirtualFlavor } from "@cloudplatform/pulumi/api";
import type { Platform } from "../platform.ts";

/** Demanded amounts by quota. */
export type QuotaDemand = Record<string, number>;

/** The fields of a pool that determine its quota demand. */
interface PoolDemand {
  flavor_id: string;
  node_count?: number | null;
  min_node_count?: number | null;
  boot_volume_size?: number | null;
  is_public_ipv4?: boolean | null;
}

/** The demand of pools on the quotas of their region. */
export function demandOf({ store }: Platform, pools: readonly PoolDemand[]): QuotaDemand {
  const need: QuotaDemand = {};
  const add = (name: string, amount: number) => {
    if (amount > 0) need[name] = (need[name] ?? 0) + amount;
  };
  for (const pool of pools) {
    const nodes = pool.node_count ?? pool.min_node_count ?? 1;
    const flavor = store.flavors.get(pool.flavor_id);
    if (pool.is_public_ipv4 === true) add("external_ip_count", nodes);
    if (!isVirtualFlavor(pool.flavor_id)) {
      add(flavor?.quota ?? "baremetal_basic_count", nodes);
      continue;
    }
    add("vm_count", nodes);
    add("cpu_count", nodes * (flavor?.vcpus ?? 0));
    add("ram", nodes * (flavor?.ram ?? 0));
    // Virtual nodes have a boot volume, and their pool a server group, also where a request about limits names neither (companion §2.3).
    add("volume_count", nodes);
    add("volume_size", nodes * (pool.boot_volume_size ?? 0));
    add("servergroup_count", 1);
  }
  return need;
}
