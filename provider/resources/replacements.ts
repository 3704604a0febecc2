import { replaces as clusterReplaces, poolChanges } from "./cluster/change.ts";
import type { ClusterInputs } from "./cluster/definition.ts";
import type { ReservationInputs } from "./reservation/inputs.ts";
import { changesOf } from "./reservation/replace.ts";

/**
 * What forces a replacement, as the handlers decide it, for callers that evaluate a change without the engine, such as
 * policies. Values are in the user's spelling; unknown values must have been left out.
 */
export const replacements = {
  "kubernetes.Cluster": (before: object, after: object, state: object): readonly string[] =>
    clusterReplaces(before as ClusterInputs, after as ClusterInputs, state),
  "reservations.Reservation": (before: object, after: object): readonly string[] =>
    changesOf(before as ReservationInputs, after as ReservationInputs),
} as const;

/** Pools of a cluster that a change deletes or creates again, by name. */
export function recreatedPools(before: object, after: object): string[] {
  const wanted = (after as ClusterInputs).pools;
  return (before as ClusterInputs).pools
    .filter((pool) => {
      const same = wanted.find(({ name }) => name === pool.name);
      return same === undefined || poolChanges(pool, same).length > 0;
    })
    .map(({ name }) => name);
}
