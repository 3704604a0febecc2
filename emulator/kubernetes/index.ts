/**
 * Kubernetes clusters and pools: stored records, routes, nightly upgrades. Durations and effects of tasks are in `operations.ts`,
 * task states in `../tasks/engine.ts`, node counts during a task in `nodes.ts`.
 */
import type { Platform } from "../platform.ts";
import { kubernetes } from "./catalog-routes.ts";
import { clusters } from "./cluster-routes.ts";
import { registerOperations } from "./operations.ts";
import { registerPatchUpgrades } from "./patch-upgrades.ts";
import { pools } from "./pool-routes.ts";

export const kubernetesRoutes = { ...clusters, ...pools, ...kubernetes };

/** Registers the effects of cluster tasks and the timer of the nightly upgrade. */
export function registerKubernetes(platform: Platform): void {
  registerOperations(platform);
  registerPatchUpgrades(platform);
}
