import { endpoints } from "../../api/index.ts";
import { BatchedReader, ReadCache } from "../../client/batched-reader.ts";
import {
  getOrUndefined,
  type OperationClient,
  perClient,
  readPages,
  totalOf,
  type WholeList,
} from "../../client/index.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { type ClusterInputs, noun } from "./definition.ts";

/** Where a cluster is: the platform addresses it by name, within a project and region (companion §2). */
export interface ClusterAddress {
  projectId: number;
  regionId: number;
  name: string;
}

/** Returns the id of a cluster: `<projectId>/<regionId>/<name>`. */
export function addressText({ projectId, regionId, name }: ClusterAddress): string {
  return `${projectId}/${regionId}/${name}`;
}

/** Parses an id from {@link addressText}; colons are accepted, too (companion §2.5, "Import ids"). */
export function parseAddress(text: string): ClusterAddress {
  const match = /^([1-9]\d*)[/:]([1-9]\d*)[/:]([^/:]+)$/.exec(text);
  if (match === null)
    throw new OperationError(
      `"${text}" is not an id of a ${noun}; expected <projectId>/<regionId>/<name>, such as "1/76/edge-1" (colons also work).`,
      "CP2101",
    );
  return { projectId: Number(match[1]), regionId: Number(match[2]), name: match[3] ?? "" };
}

export function addressOf(inputs: ClusterInputs): ClusterAddress {
  const { projectId, regionId, name } = inputs;
  // `check` has filled both in from the settings.
  if (projectId === undefined || regionId === undefined)
    throw new OperationError(
      `${noun} "${name}" has no project or region in state. Run pulumi refresh, which reads them from its id.`,
      "CP2316",
    );
  return { projectId, regionId, name };
}

/** Path parameters of the cluster's routes. */
export function clusterParams({ projectId, regionId, name }: ClusterAddress) {
  return { projectId, regionId, clusterName: name };
}

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

const pageSize = 1000;

/** Lists all clusters of a project in a region. */
export function listClusters(
  client: OperationClient,
  projectId: number,
  regionId: number,
): Promise<WholeList<ClusterResult>> {
  const params = { projectId, regionId };
  return readPages(
    async (offset, options) => {
      const response = await client.call(
        endpoints["clusters.list"],
        { params, query: { limit: pageSize, offset } },
        options,
      );
      return { items: response.results, total: totalOf(response) };
    },
    (one) => one.name,
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
