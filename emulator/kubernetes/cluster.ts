import { type ClusterRecord, type clusterBody, versionWithV } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { Platform } from "../platform.ts";
import { randomUuid } from "../random-uuid.ts";
import { conflict, notFound } from "../server/errors.ts";
import { withCurrentNodes } from "./nodes.ts";
import { newPool } from "./pool.ts";
import { type Cluster, type ClusterAddress, clusterKey, keyOf, poolKey } from "./records.ts";

export function findCluster({ store }: Platform, address: ClusterAddress): Cluster {
  const cluster = store.clusters.get(clusterKey(address));
  if (cluster === undefined) throw notFound(`Cluster "${address.cluster_name}"`);
  return cluster;
}

/** A cluster that get and list already return (behavior `visibilityDelay`). */
export function visibleCluster(platform: Platform, address: ClusterAddress): Cluster {
  const cluster = findCluster(platform, address);
  if (!platform.visibility.sees("clusters", keyOf(cluster))) throw notFound(`Cluster "${address.cluster_name}"`);
  return cluster;
}

/** A cluster without a running task, which would lock it (companion §2.2). */
export function unlockedCluster(platform: Platform, address: ClusterAddress): Cluster {
  const cluster = findCluster(platform, address);
  if (typeof cluster.task_id === "string")
    throw conflict(`Cluster "${cluster.name}" is locked by the running task ${cluster.task_id}. Retry later.`);
  return cluster;
}

/** Default networks (companion §2.3). */
const podsNetwork = { calico: "172.16.0.0/18", cilium: "172.16.0.0/17" };
const servicesNetwork = { calico: "172.24.0.0/18", cilium: "172.24.0.0/17" };

/** A new cluster, with server defaults for omitted fields. */
export function newCluster(
  body: z.output<typeof clusterBody>,
  address: { project_id: number; region_id: number },
  now: string,
): Cluster {
  const cni = body.cni ?? { provider: "calico" as const };
  return {
    ...body,
    ...address,
    id: randomUuid(),
    status: "Provisioning",
    version: versionWithV(body.version),
    pools: body.pools.map((pool) => newPool(pool, now)),
    is_public: true,
    task_id: null,
    creator_task_id: null,
    authentication: body.authentication ? withKubeconfigDates(body.authentication, now) : null,
    autoscaler_config: body.autoscaler_config ?? null,
    cni,
    ddos_profile: body.ddos_profile ?? null,
    fixed_network: body.fixed_network ?? "",
    fixed_subnet: body.fixed_subnet ?? "",
    is_ipv6: body.is_ipv6 ?? false,
    logging: withLoggingDefaults(body.logging, body.name, address.region_id),
    pods_ip_pool: body.pods_ip_pool ?? podsNetwork[cni.provider],
    services_ip_pool: body.services_ip_pool ?? servicesNetwork[cni.provider],
    pods_ipv6_pool: body.pods_ipv6_pool ?? (body.is_ipv6 === true ? "fd00::/108" : null),
    services_ipv6_pool: body.services_ipv6_pool ?? (body.is_ipv6 === true ? "fd00:1::/108" : null),
    created_at: now,
  };
}

const yearMs = 365 * 24 * 3600 * 1000;

function withKubeconfigDates<Given extends object>(authentication: Given, now: string) {
  const expires = new Date(Date.parse(now) + yearMs).toISOString();
  return { ...authentication, kubeconfig_created_at: now, kubeconfig_expires_at: expires };
}

/** Enabled logging always has a topic and a region; the platform chooses omitted ones. */
export function withLoggingDefaults(
  logging: z.output<typeof clusterBody>["logging"],
  name: string,
  regionId: number,
): Cluster["logging"] {
  if (logging === null || logging === undefined) return null;
  return {
    ...logging,
    topic_name: logging.topic_name ?? `k8s-${name}`,
    destination_region_id: logging.destination_region_id ?? regionId,
  };
}

/** A cluster as the API returns it. The order of pools is unspecified; here it is that of their random ids (companion §2.4). */
export function clusterResponse(platform: Platform, stored: Cluster): ClusterRecord {
  // Project and region are in the path and not in the response.
  const { project_id: _project, region_id: _region, ...cluster } = withCurrentNodes(platform, stored);
  const isVisible = ({ name }: { name: string }) => platform.visibility.sees("pools", poolKey(stored, name));
  return { ...cluster, pools: unordered(cluster.pools.filter(isVisible)) };
}

function unordered<Element extends { id: string }>(pools: readonly Element[]): Element[] {
  return pools.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
