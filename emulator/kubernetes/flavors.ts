import type { Platform } from "../platform.ts";
import { invalid } from "../server/errors.ts";

/** Refuses pools of a flavor that the platform does not have; a platform whose seed names none takes all. */
export function refuseUnknownFlavors(
  { store }: Platform,
  pools: readonly { flavor_id: string }[],
  list?: string,
): void {
  if (store.flavors.count() === 0) return;
  const index = pools.findIndex(({ flavor_id }) => store.flavors.get(flavor_id) === undefined);
  const pool = pools[index];
  if (pool === undefined) return;
  const path = list === undefined ? "flavor_id" : `${list}.${index}.flavor_id`;
  throw invalid(path, `"${pool.flavor_id}" is no flavor of this region`);
}
