import type { ClusterRecord } from "../../api/index.ts";
import { type Client, perClient } from "../../client/index.ts";
import { addressText, type ClusterAddress } from "./address.ts";
import { listClusters } from "./remote.ts";

/** Nodes are counted once in this many polls of the tasks: they change in minutes, and a list of clusters is long. */
const intervalsBetween = 5;

interface ListedClusters {
  at: number;
  clusters: ReadonlyMap<string, ClusterRecord>;
}

const listsOf = perClient(() => new Map<string, ListedClusters>());

/**
 * The cluster as the last list showed it, for the progress line: one list for all clusters of a region that are
 * waited for. Undefined before the first one has come.
 */
export function nodeProgress(client: Client, address: ClusterAddress): ClusterRecord | undefined {
  const own = listsOf(client);
  const region = addressText({ ...address, name: "" });
  const last = own.get(region);
  const intervalMs = client.settings.pollIntervalSeconds * 1000;
  const now = performance.now();
  // The first poll of a task is immediate; the nodes can wait for an interval.
  if (last === undefined) own.set(region, { at: now - (intervalsBetween - 1) * intervalMs, clusters: new Map() });
  else if (now - last.at > intervalsBetween * intervalMs) {
    last.at = now;
    void refresh(client, address, last);
  }
  return last?.clusters.get(address.name);
}

async function refresh(client: Client, { projectId, regionId }: ClusterAddress, listed: ListedClusters): Promise<void> {
  try {
    const { items } = await listClusters(client, projectId, regionId);
    listed.clusters = new Map(items.map((one) => [one.name, one]));
  } catch {
    // A progress line without nodes is no failure; what matters is asked for elsewhere.
  }
}
