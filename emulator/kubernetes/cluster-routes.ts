import { isDeepStrictEqual } from "node:util";
import type { clusterPatch } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { demandOf } from "../quotas/demand.ts";
import { assertQuota, notifyAtThreshold } from "../quotas/usage.ts";
import { conflictAs, invalid, PlatformError } from "../server/errors.ts";
import type { HandlersOf } from "../server/handler.ts";
import { toPage } from "../server/paging.ts";
import {
  clusterResponse,
  findCluster,
  newCluster,
  unlockedCluster,
  visibleCluster,
  withLoggingDefaults,
} from "./cluster.ts";
import { assertKnownFlavors } from "./flavors.ts";
import { kubeconfigOf } from "./kubeconfig.ts";
import { startOperation } from "./operations.ts";
import { type Cluster, clusterKey, keyOf } from "./records.ts";
import { isOffered, isUpgrade, offeredVersions } from "./versions.ts";

/** Kubernetes clusters. platform-api §2.3, §4 #3, companion §2. */
export const clusters: HandlersOf<"clusters"> = {
  "clusters.create": ({ params, body }, platform) => {
    const { clock, store, visibility } = platform;
    if (store.clusters.get(clusterKey({ ...params, cluster_name: body.name })) !== undefined)
      throw conflictAs(platform.behaviors.values.nameConflict, `Cluster "${body.name}" already exists.`);
    if (!isOffered(body.version)) throw invalid("version", `must be one of ${offeredVersions().join(", ")}`);
    assertKnownFlavors(platform, body.pools, "pools");
    assertQuota(platform, params.region_id, { ...demandOf(platform, body.pools), cluster_count: 1 });
    const started = startOperation(platform, "createCluster", newCluster(body, params, clock.toIso()), { ...body });
    notifyAtThreshold(platform, params.region_id);
    visibility.created("clusters", clusterKey({ ...params, cluster_name: body.name }));
    return started;
  },

  "clusters.list": ({ params, query }, platform) => {
    const { store, visibility } = platform;
    const found = store.clusters
      .byPrefix(clusterKey({ ...params, cluster_name: "" }))
      .filter((cluster) => visibility.sees("clusters", keyOf(cluster)));
    return toPage(
      found.map((cluster) => clusterResponse(platform, cluster)),
      query,
    );
  },

  "clusters.get": ({ params }, platform) => clusterResponse(platform, visibleCluster(platform, params)),

  "clusters.patch": ({ params, body }, platform) => {
    const cluster = unlockedCluster(platform, params);
    const change = changeOf(cluster, body);
    if (Object.keys(change).length === 0 && platform.behaviors.values.noopPatch === "no-task") return { tasks: [] };
    return startOperation(platform, "updateCluster", cluster, { change });
  },

  "clusters.delete": ({ params }, platform) => {
    const cluster = unlockedCluster(platform, params);
    return startOperation(platform, "deleteCluster", { ...cluster, status: "Deleting" });
  },

  "clusters.upgrade": ({ params, body }, platform) => {
    const cluster = unlockedCluster(platform, params);
    if (!isUpgrade(cluster.version, body.version))
      throw invalid("version", `${cluster.version} cannot be upgraded to ${body.version}`);
    return startOperation(platform, "upgradeCluster", cluster, { version: body.version });
  },

  "clusters.upgradeVersions": ({ params, query }, platform) => {
    const { version: current } = findCluster(platform, params);
    const versions = offeredVersions().filter((version) => isUpgrade(current, version));
    return toPage(
      versions.map((version) => ({ version })),
      query,
    );
  },

  "clusters.config": ({ params }, platform) => {
    const cluster = findCluster(platform, params);
    if (cluster.status !== "Provisioned")
      throw new PlatformError(400, `Cluster "${cluster.name}" has no kubeconfig while it is ${cluster.status}.`);
    return kubeconfigOf(cluster);
  },
};

/** The fields that a PATCH changes: null keeps a field, and an equal value is not a change (companion §2.5). */
function changeOf(cluster: Cluster, body: z.output<typeof clusterPatch>): Partial<Cluster> {
  if (body.cni && body.cni.provider !== cluster.cni?.provider)
    throw invalid("cni.provider", "cannot be changed after creation");
  const wanted: Partial<Cluster> = {
    ...body,
    authentication: body.authentication && { ...cluster.authentication, ...body.authentication },
    cni: body.cni && { ...cluster.cni, ...body.cni },
    logging: withLoggingDefaults(body.logging, cluster.name, cluster.region_id),
  };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== null && value !== undefined && !isDeepStrictEqual(value, cluster[field]),
  );
  return Object.fromEntries(changed);
}
