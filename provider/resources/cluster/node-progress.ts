import { type OperationClient, perClient } from "../../client/index.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { clock } from "../../values/index.ts";
import { addressText, type ClusterAddress } from "./address.ts";
import { listClusters } from "./remote.ts";

/** Nodes are counted once per this many polls of the tasks: they change within minutes, and a list of clusters is long. */
const intervalsBetween = 5;

interface ListedClusters {
  at: number;
  clusters: ReadonlyMap<string, ClusterResult>;
}

const listsOf = perClient(() => new Map<string, ListedClusters>());

/**
 * Returns the cluster as of the last list, for the progress line. All clusters of a region that are waited for share one list.
 * Undefined before the first list has arrived.
 */
export function nodeProgress(client: OperationClient, address: ClusterAddress): ClusterResult | undefined {
  const own = listsOf(client);
  const region = addressText({ ...address, name: "" });
  const last = own.get(region);
  const intervalMs = client.settings.pollIntervalSeconds * 1000;
  const now = clock.monotonic();
  // The first poll of a task is immediate; the nodes can wait for an interval.
  if (last === undefined) own.set(region, { at: now - (intervalsBetween - 1) * intervalMs, clusters: new Map() });
  else if (now - last.at > intervalsBetween * intervalMs) {
    last.at = now;
    void refresh(client, address, last);
  }
  return last?.clusters.get(address.name);
}

async function refresh(
  client: OperationClient,
  { projectId, regionId }: ClusterAddress,
  listed: ListedClusters,
): Promise<void> {
  try {
    const { items } = await listClusters(client, projectId, regionId);
    listed.clusters = new Map(items.map((one) => [one.name, one]));
  } catch {
    // A progress line without nodes is not a failure: whatever matters is read elsewhere.
  }
}

/** `2 of 5 nodes`. */
export function nodesText({ pools }: ClusterResult): string {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const ready = sum(pools.map(({ nodeCount }) => nodeCount ?? 0));
  const minimum = sum(pools.map(({ minNodeCount }) => minNodeCount));
  return `${ready} of ${Math.max(ready, minimum)} nodes`;
}
