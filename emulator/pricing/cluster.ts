import { itemPriceOf } from "./item.ts";
import { type Price, type PriceBook, sum, times } from "./price-book.ts";

/** The fields of a pool that determine its price. */
export interface PricedPool {
  flavor_id: string;
  node_count: number;
  boot_volume_size?: number | null;
  boot_volume_type?: string | null;
  is_public_ipv4?: boolean | null;
}

/** The price of an existing or planned Kubernetes cluster. companion §2.1. */
export function clusterPriceOf(book: PriceBook, pools: readonly PricedPool[]) {
  const instances = pools.map((pool) => times(book.machine(pool.flavor_id), pool.node_count));
  const volumes = pools.flatMap((pool) => volumeOf(book, pool));
  const addresses = pools
    .filter((pool) => pool.is_public_ipv4 === true)
    .map((pool) => times(book.externalIp(), pool.node_count));
  const items = (prices: Price[]) => prices.map((price) => itemPriceOf(book, price));
  return {
    instances: items(instances),
    volumes: items(volumes),
    publicips: items(addresses),
    total_price: itemPriceOf(book, sum([...instances, ...volumes, ...addresses])),
  };
}

function volumeOf(book: PriceBook, pool: PricedPool): Price[] {
  if (typeof pool.boot_volume_size !== "number") return [];
  return [times(book.volume(pool.boot_volume_type ?? "standard", pool.boot_volume_size), pool.node_count)];
}
