import type { Platform } from "../platform.ts";
import { invalid } from "../server/errors.ts";

/** Refuses pools with an unknown flavor. If the seed has no flavors, the platform accepts all. */
export function assertKnownFlavors({ store }: Platform, pools: readonly { flavor_id: string }[], list?: string): void {
  if (store.flavors.count() === 0) return;
  const index = pools.findIndex(({ flavor_id }) => store.flavors.get(flavor_id) === undefined);
  const pool = pools[index];
  if (pool === undefined) return;
  const path = list === undefined ? "flavor_id" : `${list}.${index}.flavor_id`;
  throw invalid(path, `"${pool.flavor_id}" is not a flavor of this region`);
}
