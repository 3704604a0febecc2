import { endpoints } from "../../api/index.ts";
import { type Client, perClient, readPages, totalOf, type WholeList } from "../../client/index.ts";
import { type CheckContext, type CheckFailure, isUnknown } from "../../engine/index.ts";
import { nearest } from "../../schema/index.ts";
import { inTime } from "../in-time.ts";
import { addressOf, addressText, type ClusterAddress, clusterParams } from "./address.ts";
import type { ClusterInputs } from "./inputs.ts";
import { readCluster } from "./remote.ts";
import { isNewer, runsVersion } from "./version-step.ts";

/** Lists of one run by what they list. */
const listsOf = perClient(() => new Map<string, Promise<WholeList<object> | undefined>>());

const pageSize = 1000;

/** A version for a new cluster that the platform does not offer. */
export async function newVersionFailures(inputs: ClusterInputs, { client }: Asking): Promise<CheckFailure[]> {
  const { version } = inputs;
  if (isUnknown(version)) return [];
  const offered = await createVersions(client, inputs);
  if (offered === undefined || offered.some((one) => runsVersion(one, version))) return [];
  const reason = `is not offered by the platform for a new cluster: ${version}. In region ${inputs.regionId} it offers ${offered.join(", ")}`;
  return [{ property: "version", reason, code: "CP2301" }];
}

/** A version that a cluster cannot be upgraded to. One patch down is left to the platform, which does not list it. */
export async function upgradeFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  { client }: Asking,
): Promise<CheckFailure[]> {
  const { version } = inputs;
  if (isUnknown(version) || !isNewer(version, declared.version)) return [];
  const address = addressOf(inputs);
  const offered = await upgradeVersions(client, address);
  if (offered === undefined || offered.some((one) => runsVersion(one, version))) return [];
  // The platform upgrades clusters of its own accord: the list begins where the cluster is now.
  const live = await inTime(readCluster(client, address));
  if (live === undefined || runsVersion(live.version, version) || isNewer(live.version, version)) return [];
  const reason = `is not offered by the platform as an upgrade of this cluster, which runs ${live.version}: ${version}. It offers ${offered.join(", ")}`;
  return [{ property: "version", reason, code: "CP2301" }];
}

/** Flavors of new pools that the platform does not have; with what is declared, only those that are new or changed. */
export async function flavorFailures(
  inputs: ClusterInputs,
  { client }: Asking,
  declared?: ClusterInputs,
): Promise<CheckFailure[]> {
  if (isUnknown(inputs.pools)) return [];
  const asked = inputs.pools
    .map((pool, index) => ({ ...pool, index }))
    .filter(({ name, flavorId }) => {
      if (isUnknown(name) || isUnknown(flavorId)) return false;
      return declared?.pools.find((one) => one.name === name)?.flavorId !== flavorId;
    });
  const offered = asked.length === 0 ? undefined : await flavors(client, inputs);
  if (offered === undefined) return [];
  return asked
    .filter(({ flavorId }) => !offered.includes(flavorId))
    .map(({ index, flavorId }) => ({
      property: `pools[${index}].flavorId`,
      reason: `is no flavor of region ${inputs.regionId}: ${flavorText(flavorId, offered)}`,
      code: "CP2303",
    }));
}

type Asking = Pick<CheckContext<ClusterInputs>, "client">;

async function createVersions(client: Client, { projectId = 0, regionId = 0 }: ClusterInputs) {
  const params = { project_id: projectId, region_id: regionId };
  const list = await listOnce(client, `versions ${projectId}/${regionId}`, (query) =>
    client.call(endpoints["kubernetes.createVersions"], { params, query }),
  );
  return list?.map((one) => one.version);
}

async function upgradeVersions(client: Client, address: ClusterAddress) {
  const params = clusterParams(address);
  const list = await listOnce(client, `upgrades ${addressText(address)}`, (query) =>
    client.call(endpoints["clusters.upgradeVersions"], { params, query }),
  );
  return list?.map((one) => one.version);
}

async function flavors(client: Client, { projectId = 0, regionId = 0 }: ClusterInputs) {
  const params = { project_id: projectId, region_id: regionId };
  const list = await listOnce(client, `flavors ${projectId}/${regionId}`, (query) =>
    client.call(endpoints["kubernetes.flavors"], { params, query }),
  );
  return list?.map((one) => one.flavor_id);
}

/** A list, read once in a run. Undefined: it is empty, or could not be read as a whole; the platform then decides at `up`. */
async function listOnce<T extends object>(
  client: Client,
  name: string,
  ask: (query: { limit: number; offset: number }) => Promise<{ count?: number | null; results: T[] }>,
): Promise<T[] | undefined> {
  const own = listsOf(client);
  const list =
    own.get(name) ??
    inTime(
      readPages(
        async (offset) => {
          const response = await ask({ limit: pageSize, offset });
          return { items: response.results, total: totalOf(response) };
        },
        (item) => JSON.stringify(item),
      ),
    );
  own.set(name, list);
  const whole = (await list) as WholeList<T> | undefined;
  return whole === undefined || whole.unread.length > 0 || whole.items.length === 0 ? undefined : whole.items;
}

const listed = 40;

function flavorText(flavorId: string, offered: readonly string[]): string {
  const near = nearest(flavorId, offered);
  const meant = near === undefined ? "" : `; did you mean "${near}"?`;
  const more = offered.length > listed ? ` and ${offered.length - listed} more` : "";
  return `"${flavorId}"${meant || "."} The platform offers ${offered.toSorted().slice(0, listed).join(", ")}${more}`;
}
