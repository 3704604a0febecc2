import { endpoints } from "../../api/index.ts";
import { type Client, getOrUndefined, perClient, readPages, totalOf, type WholeList } from "../../client/index.ts";
import { BatchedReader, OperationError } from "../../engine/index.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { type ClusterInputs, noun } from "./definition.ts";

/** Where a cluster is: the platform addresses it by name, within a project and region (companion §2). */
export interface ClusterAddress {
  projectId: number;
  regionId: number;
  name: string;
}

/** The id of a cluster: `<projectId>/<regionId>/<name>`. */
export function addressText({ projectId, regionId, name }: ClusterAddress): string {
  return `${projectId}/${regionId}/${name}`;
}

/** The inverse of {@link addressText}; colons are accepted too (companion §2.5, "Import ids"). */
export function parseAddress(text: string): ClusterAddress {
  const match = /^([1-9]\d*)[/:]([1-9]\d*)[/:]([^/:]+)$/.exec(text);
  if (match === null)
    throw new OperationError(
      `"${text}" is no id of a ${noun}; it is <projectId>/<regionId>/<name> such as "1/76/edge-1" (colons do too).`,
      "CP2101",
    );
  return { projectId: Number(match[1]), regionId: Number(match[2]), name: match[3] ?? "" };
}

export function addressOf(inputs: ClusterInputs): ClusterAddress {
  const { projectId, regionId, name } = inputs;
  // `check` has filled both in from the settings.
  if (projectId === undefined || regionId === undefined)
    throw new OperationError(`${noun} "${name}" names no project and region. Give projectId and regionId.`, "CP2316");
  return { projectId, regionId, name };
}

/** Path parameters of the cluster's routes. */
export function clusterParams({ projectId, regionId, name }: ClusterAddress) {
  return { projectId, regionId, clusterName: name };
}

/** The cluster as it is right now; undefined when there is none of that name. */
export function readCluster(
  client: Client,
  address: ClusterAddress,
  signal?: AbortSignal,
): Promise<ClusterResult | undefined> {
  return getOrUndefined(client.call(endpoints["clusters.get"], { params: clusterParams(address) }, { signal }));
}

/** Whether one of the tasks still goes on. */
export async function anyGoesOn(client: Client, tasks: readonly string[]): Promise<boolean> {
  for (const id of tasks) {
    const task = await getOrUndefined(client.call(endpoints["tasks.get"], { params: { taskId: id } }));
    if (task !== undefined && task.state !== "FINISHED" && task.state !== "ERROR") return true;
  }
  return false;
}

const pageSize = 1000;

/** All clusters of a project in a region. */
export function listClusters(client: Client, projectId: number, regionId: number): Promise<WholeList<ClusterResult>> {
  const params = { projectId, regionId };
  return readPages(
    async (offset) => {
      const response = await client.call(endpoints["clusters.list"], { params, query: { limit: pageSize, offset } });
      return { items: response.results, total: totalOf(response) };
    },
    (one) => one.name,
  );
}

const readersOf = perClient(() => new Map<string, BatchedReader<string, ClusterResult>>());

/** Reads clusters of a region; many reads at once, as in a refresh, become one list. */
export function readerOf(client: Client, address: ClusterAddress): BatchedReader<string, ClusterResult> {
  const { projectId, regionId } = address;
  const own = readersOf(client);
  const key = addressText({ projectId, regionId, name: "" });
  const known = own.get(key);
  if (known !== undefined) return known;
  const made = new BatchedReader<string, ClusterResult>({
    get: (name) => readCluster(client, { projectId, regionId, name }),
    list: () => listClusters(client, projectId, regionId),
    idOf: (one) => one.name,
  });
  own.set(key, made);
  return made;
}
