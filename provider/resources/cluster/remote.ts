import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import { getOrUndefined, type OperationClient, perClient, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { addressText, type ClusterAddress, clusterParams } from "./address.ts";

/** Reads the cluster as it is now; undefined: there is none of that name. */
export async function readCluster(
  client: OperationClient,
  address: ClusterAddress,
): Promise<ClusterResult | undefined> {
  if (client.isRehearsing) {
    // All clusters of a preview share one list.
    const { items, unread } = await listClusters(client, address.projectId, address.regionId);
    if (unread.length === 0) return items.find(({ name }) => name === address.name);
  }
  return getOrUndefined(client.call(endpoints["clusters.get"], { params: clusterParams(address) }));
}

/** Whether one of the tasks is still running. */
export async function anyGoesOn(client: OperationClient, tasks: readonly string[]): Promise<boolean> {
  for (const id of tasks) {
    const task = await getOrUndefined(client.call(endpoints["tasks.get"], { params: { taskId: id } }));
    if (task !== undefined && task.state !== "FINISHED" && task.state !== "ERROR") return true;
  }
  return false;
}

/** Lists all clusters of a project in a region. */
export function listClusters(
  client: OperationClient,
  projectId: number,
  regionId: number,
): Promise<WholeList<ClusterResult>> {
  const params = { projectId, regionId };
  return readList(
    client,
    endpoints["clusters.list"],
    { params },
    { itemsOf: ({ results }) => results, idOf: ({ name }) => name },
  );
}

const cachesOf = perClient(() => new Map<string, ReadCache<string, ClusterResult>>());

/** Reads clusters of a region. Many reads at once, as in a refresh, become one list. */
export function readerOf(client: OperationClient, address: ClusterAddress): BatchedReader<string, ClusterResult> {
  const { projectId, regionId } = address;
  const caches = cachesOf(client);
  const key = addressText({ projectId, regionId, name: "" });
  const cache = caches.get(key) ?? new ReadCache<string, ClusterResult>();
  caches.set(key, cache);
  return new BatchedReader<string, ClusterResult>(client, cache, {
    get: (own, name) => readCluster(own, { projectId, regionId, name }),
    list: (shared) => listClusters(shared, projectId, regionId),
    idOf: (one) => one.name,
  });
}
