import { type Endpoint, endpoints } from "../../api/index.ts";
import type { Call, ResponseOf } from "../../client/call-types.ts";
import { type OperationClient, perClient, SharedRead, type WholeList } from "../../client/index.ts";
import { readList } from "../../client/read-list.ts";
import { noBackend } from "../../engine/handler/backend.ts";
import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { Claims } from "../../engine/ownership/claims-of-run.ts";
import { objectOf } from "../../engine/ownership/ownership.ts";
import { managingAdviceOf } from "../../engine/ownership/refusals.ts";
import { nearest, replacingInputs, undecidedInputs } from "../../schema/index.ts";
import type { ClusterResult } from "../../types/kubernetes.ts";
import { isUnknown } from "../../values/unknown.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { readForPreview } from "../preview-read.ts";
import { retainedNameFailures } from "../retained-name.ts";
import { addressOf, addressText, type ClusterAddress, clusterParams, parseAddress } from "./address.ts";
import { isNewer, needsUpgrade, poolChanges, runsVersion, stepProblem } from "./change.ts";
import { type ClusterInputs, clusterDefinition, clusterSchema } from "./definition.ts";
import { clusterQuotaFailures, poolQuotaFailures } from "./quota.ts";
import { readCluster } from "./remote.ts";

/** Checks the way from what is deployed to what is declared. All other rules are in the schema. */
export async function checkCluster(inputs: ClusterInputs, context: CheckContext<ClusterInputs>) {
  const sameName = sameNameFailures(inputs, context);
  const own = context.declared === undefined ? [] : await changeFailures(context.declared, inputs, context);
  const made = context.declared === undefined ? await newClusterFailures(inputs, context) : [];
  const read = (client: OperationClient, id: string) => readCluster(client, parseAddress(id));
  const kept = await retainedNameFailures({ ...clusterDefinition, code: "CP2306", read }, inputs, context);
  return { failures: [...sameName, ...own, ...made, ...kept] };
}

/**
 * Checks what the platform offers. A cluster that is adopted, or that an interrupted run has requested, exists already and may
 * use what is no longer offered.
 */
async function newClusterFailures(
  inputs: ClusterInputs,
  context: CheckContext<ClusterInputs>,
): Promise<CheckFailure[]> {
  if (context.adopting || context.resuming) return [];
  // The update checks again, once it is known whether there will be another cluster, and before the old one is deleted.
  if (context.replacing && undecidedInputs(clusterSchema, inputs).length > 0) return [];
  const offered = [...(await newVersionFailures(inputs, context)), ...(await flavorFailures(inputs, context))];
  const isReplacement = context.replacing || context.declared !== undefined;
  // A replaced cluster is deleted first, and frees what it uses.
  return isReplacement || offered.length > 0 ? offered : clusterQuotaFailures(inputs, context);
}

async function changeFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  context: CheckContext<ClusterInputs>,
): Promise<CheckFailure[]> {
  const { assumed, isUnknown } = context;
  // The old cluster is deleted first, so the new one must be possible.
  if (replacingInputs(clusterSchema, { declared, inputs: assumed }).length > 0)
    return [...(await takenNameFailures(declared, inputs, context)), ...(await newClusterFailures(inputs, context))];
  // A new cluster may start at any version, and a preview may not know yet whether there will be one.
  if (undecidedInputs(clusterSchema, inputs).length > 0) return [];
  const found = [
    ...(await upgradeFailures(declared, inputs, context)),
    ...lastPoolFailures(declared, assumed, isUnknown),
    ...(await flavorFailures(inputs, context, declared)),
  ];
  return found.length > 0 ? found : poolQuotaFailures(declared, inputs, context);
}

/** A replacement deletes its cluster first, so the new name must be free, or given up by this stack. */
async function takenNameFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  { client, urn, ownership }: CheckContext<ClusterInputs>,
): Promise<CheckFailure[]> {
  const { projectId, regionId, name } = inputs;
  if (projectId === undefined || regionId === undefined || [projectId, regionId, name].some(isUnknown)) return [];
  const id = addressText({ projectId, regionId, name });
  if (id === addressText(addressOf(declared))) return [];
  const live = await readForPreview(client, (limited) => readCluster(limited, { projectId, regionId, name }));
  if (live === undefined || ownership.backend === noBackend) return [];
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state) || state.resources.some((one) => one.id === id)) return [];
  const advice = await managingAdviceOf(await objectOf(client, urn, id), { urn, ownership });
  const reason = `is taken: project and region have a cluster ${id} (status ${live.status}) that this stack does not have. Choose another name; to manage that cluster here, ${advice}. The one that is deployed was not deleted`;
  return [{ property: "name", reason, code: "CP2306" }];
}

/** The only pool of a cluster cannot be recreated: the cluster would have no pool in between. */
function lastPoolFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  isUnknown: (value: unknown) => boolean,
): CheckFailure[] {
  const [pool, second] = inputs.pools;
  const [old, other] = declared.pools;
  if (pool === undefined || old === undefined || second !== undefined || other !== undefined) return [];
  if (isUnknown(pool) || isUnknown(pool.name) || pool.name !== old.name) return [];
  return poolChanges(old, pool)
    .filter((field) => !isUnknown(pool[field]))
    .map((field) => ({
      property: `pools[0].${field}`,
      reason: `cannot change in pool "${pool.name}", the only one of the cluster: a pool is deleted and created again for it, and a cluster must never be without one. Give the pool another name, so that the new one is added before the old one is removed; or add a second pool first`,
      code: "CP2304",
    }));
}

/** Lists of one run by what they list. */
const listsOf = perClient(() => new Map<string, SharedRead<WholeList<object> | undefined>>());

/** Returns a failure if the platform does not offer the version for a new cluster. */
async function newVersionFailures(inputs: ClusterInputs, { client }: WithClient): Promise<CheckFailure[]> {
  const { version } = inputs;
  if (isUnknown(version)) return [];
  const offered = await createVersions(client, inputs);
  if (offered === undefined || offered.some((one) => runsVersion(one, version))) return [];
  const reason = `is not offered by the platform for a new cluster: ${version}. In region ${inputs.regionId} it offers ${offered.join(", ")}`;
  return [{ property: "version", reason, code: "CP2301" }];
}

/**
 * Returns a failure if the cluster cannot go to the version. The update starts from the version that runs, which differs from the
 * declared one after an update that stopped halfway and after an upgrade by the platform. The platform does not list one patch
 * down, and decides that.
 */
async function upgradeFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  { client }: WithClient,
): Promise<CheckFailure[]> {
  const { version } = inputs;
  if (isUnknown(version) || version === declared.version) return [];
  const address = addressOf(inputs);
  const live = await readForPreview(client, (limited) => readCluster(limited, address));
  const problem = startsOf(live, declared)
    .filter((start) => needsUpgrade(start, { version, isAsked: true }))
    .map((start) => stepProblem(start, version))
    .find((one) => one !== undefined);
  if (problem !== undefined) return [{ property: "version", reason: problem, code: "CP2302" }];
  if (live === undefined || !isNewer(version, live.version)) return [];
  const offered = await upgradeVersions(client, address);
  if (offered === undefined || offered.some((one) => runsVersion(one, version))) return [];
  const reason = `is not offered by the platform as an upgrade of this cluster, which runs ${live.version}: ${version}. It offers ${offered.join(", ")}`;
  return [{ property: "version", reason, code: "CP2301" }];
}

/** Returns the versions from which the update may start. A running task may be the upgrade that an earlier update has requested. */
function startsOf(live: ClusterResult | undefined, declared: ClusterInputs): string[] {
  if (live === undefined) return [declared.version];
  const isBusy = typeof live.taskId === "string" && live.taskId !== "";
  return isBusy ? [live.version, declared.version] : [live.version];
}

/** Returns failures of new pools whose flavor the platform does not have; with `declared`, only of pools that are new or changed. */
async function flavorFailures(
  inputs: ClusterInputs,
  { client }: WithClient,
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
      reason: `is not a flavor of region ${inputs.regionId}: ${flavorText(flavorId, offered)}`,
      code: "CP2303",
    }));
}

type WithClient = Pick<CheckContext<ClusterInputs>, "client">;

async function createVersions(client: OperationClient, { projectId = 0, regionId = 0 }: ClusterInputs) {
  const params = { projectId, regionId };
  const list = await listOnce(client, endpoints["kubernetes.createVersions"], { params }, ({ results }) => results);
  return list?.map((one) => one.version);
}

async function upgradeVersions(client: OperationClient, address: ClusterAddress) {
  const params = clusterParams(address);
  const list = await listOnce(client, endpoints["clusters.upgradeVersions"], { params }, ({ results }) => results);
  return list?.map((one) => one.version);
}

async function flavors(client: OperationClient, { projectId = 0, regionId = 0 }: ClusterInputs) {
  const params = { projectId, regionId };
  const list = await listOnce(client, endpoints["kubernetes.flavors"], { params }, ({ results }) => results);
  return list?.map((one) => one.flavorId);
}

/** Reads a list once per run. Undefined: it is empty, or could not be read completely; the platform then decides at `up`. */
async function listOnce<E extends Endpoint, T extends object>(
  client: OperationClient,
  endpoint: E,
  call: Call<E>,
  itemsOf: (response: ResponseOf<E>) => readonly T[],
): Promise<T[] | undefined> {
  const name = `${endpoint.id} ${JSON.stringify(call)}`;
  // Versions and flavors have no id.
  const form = { itemsOf, idOf: (one: T) => JSON.stringify(one) };
  const read = (shared: OperationClient) => readList(shared, endpoint, call, form);
  const own = listsOf(client);
  const known = own.get(name);
  const list =
    known === undefined || known.hasFailed ? new SharedRead(client, (shared) => readForPreview(shared, read)) : known;
  own.set(name, list);
  const whole = (await list.join(client)) as WholeList<T> | undefined;
  return whole === undefined || whole.unread.length > 0 || whole.items.length === 0 ? undefined : whole.items;
}

const listed = 40;

function flavorText(flavorId: string, offered: readonly string[]): string {
  const near = nearest(flavorId, offered);
  const meant = near === undefined ? "" : `; did you mean "${near}"?`;
  const more = offered.length > listed ? ` and ${offered.length - listed} more` : "";
  return `"${flavorId}"${meant || "."} The platform offers ${offered.toSorted().slice(0, listed).join(", ")}${more}`;
}

const claimsOf = perClient(() => new Claims());

/**
 * Refuses a second cluster of the same project, region and name in one program: the platform would refuse it, after the first was
 * created. Every cluster claims its name, but only a cluster that is to be created can be refused: one in state may give up its
 * name in the same run.
 */
function sameNameFailures(inputs: ClusterInputs, context: CheckContext<ClusterInputs>): CheckFailure[] {
  const { client, urn, declared, replacing, adopting } = context;
  const { projectId, regionId, name } = inputs;
  if (projectId === undefined || regionId === undefined || [projectId, regionId, name].some(isUnknown)) return [];
  const address = addressText({ projectId, regionId, name });
  const other = claimsOf(client).claim(address, urn);
  if (other === undefined || declared !== undefined || replacing || adopting) return [];
  const reason = `is taken by ${other} of this program: a name belongs to one cluster of a project and region (${address}). Choose another name`;
  return [{ property: "name", reason, code: "CP2305" }];
}
