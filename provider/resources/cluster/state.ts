import { cluster, managedLabelPrefix, versionWithV } from "../../api/index.ts";
import { liveInputs, shownInputs } from "../../engine/compare/live-inputs.ts";
import { fieldNames, unreadOf } from "../../schema/index.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { ClusterResult, PoolResult } from "../../types/kubernetes.ts";
import { addressText, type ClusterAddress } from "./address.ts";
import { isNewer, runsVersion } from "./change.ts";
import {
  type ClusterInputs,
  type ClusterState,
  clusterDefinition,
  clusterSchema,
  normalise,
  unfinishedStatus,
} from "./definition.ts";

const normalised = { ...clusterDefinition, normalise };

/** Returns a live cluster as the user would have written it: without what the platform has added. */
export function inputsOf(
  live: ClusterResult,
  address: ClusterAddress,
  declared: Partial<ClusterInputs>,
  { turn = liveInputs, isManaged = false }: SeenOptions = {},
): ClusterInputs {
  const chosen = (field: "fixedNetwork" | "fixedSubnet", declaredValue: string | null | undefined) =>
    // Left out: the platform may have chosen any network.
    declaredValue === "" || declaredValue === undefined ? "" : live[field];
  const asWritten = {
    ...live,
    projectId: address.projectId,
    regionId: address.regionId,
    // Some platforms never return the keypair (companion §2.4).
    keypair: live.keypair || declared.keypair,
    fixedNetwork: chosen("fixedNetwork", declared.fixedNetwork),
    fixedSubnet: chosen("fixedSubnet", declared.fixedSubnet),
    ddosProfile: whileOn("ddosProfile", live, declared),
    logging: whileOn("logging", live, declared),
    pools: live.pools.map(withoutManagedLabels),
  };
  const seen = turn<ClusterInputs>(normalised, asWritten, declared);
  return { ...seen, version: versionSeen(seen.version, declared.version, isManaged) };
}

interface SeenOptions {
  turn?: typeof liveInputs;
  /** The cluster is in state: an upgrade by the platform is not drift that an update could correct. */
  isManaged?: boolean;
}

/**
 * Returns the declared version if the live one satisfies it. A version without a patch leaves the patch to the platform, and the
 * platform upgrades clusters of its own accord.
 */
function versionSeen(live: string, declared: string | undefined, isManaged: boolean): string {
  if (declared === undefined) return live;
  return runsVersion(live, declared) || (isManaged && isNewer(live, declared)) ? declared : live;
}

/** Returns a feature as declared while it is off: the platform may keep an old profile or topic in it, which means nothing. */
function whileOn(name: "ddosProfile" | "logging", live: ClusterResult, declared: Partial<ClusterInputs>) {
  if (name in unreadOf(live)) return undefined;
  if ("enabled" in unreadOf(live[name] ?? {})) return live[name];
  const isOff = live[name]?.enabled !== true && declared[name]?.enabled !== true;
  return isOff ? declared[name] : live[name];
}

function withoutManagedLabels(pool: PoolResult): PoolResult {
  const labels = Object.entries(pool.labels ?? {}).filter(([key]) => !isManaged(key));
  return { ...pool, labels: Object.fromEntries(labels) };
}

/** `gcorecluster.x-k8s.io/…` (companion §2.4). */
function isManaged(label: string): boolean {
  return label.startsWith(managedLabelPrefix);
}

const own = [...fieldNames(clusterSchema), ...fieldNames(clusterDefinition.outputs)];

/** Fields of a response that are inputs or outputs under their own name. */
const shownFields = fieldNames(cluster).filter((name) => own.includes(name)) as (keyof ClusterResult)[];

/** Returns the outputs of a cluster that was seen. */
export function stateOf(
  live: ClusterResult,
  address: ClusterAddress,
  declared: Partial<ClusterInputs>,
  tasks: readonly string[],
): ClusterState {
  const pools = live.pools.map(withoutManagedLabels).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shown = withoutNulls(Object.fromEntries(shownFields.map((field) => [field, live[field]])));
  return {
    ...inputsOf(live, address, declared, { turn: shownInputs }),
    ...(shown as Partial<ClusterState>),
    version: versionWithV(live.version),
    pools: inOrderOf(clusterSchema.shape.pools, pools, declared.pools).map(withoutNulls),
    clusterId: live.id,
    status: live.status,
    tasks: tasks.length > 0 || typeof live.creatorTaskId !== "string" ? [...tasks] : [live.creatorTaskId],
  };
}

/** Whether the creation of a cluster in state has not finished. */
export function isUnfinished(state: Partial<ClusterState>): boolean {
  return state.status === unfinishedStatus;
}

/** Returns the outputs of a cluster that was requested and never seen yet. */
export function unseenState(inputs: ClusterInputs, tasks: readonly string[]): ClusterState {
  return { ...inputs, pools: [...inputs.pools], status: unfinishedStatus, tasks: [...tasks] };
}

function withoutNulls<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  ) as Partial<T>;
}

/** Whether a live cluster is the one in state, and not another one of the same name. */
export function isOurs(live: ClusterResult, { clusterId, tasks = [] }: Partial<ClusterState>): boolean {
  if (clusterId === live.id) return true;
  if (typeof live.creatorTaskId === "string" && tasks.length > 0) return tasks.includes(live.creatorTaskId);
  return clusterId === undefined;
}

/** Says what a cluster is that is not ours, and what to do. */
export function otherClusterText(live: ClusterResult, address: ClusterAddress, state: Partial<ClusterState>): string {
  const id = addressText(address);
  const before =
    state.clusterId === undefined ? "which this stack has created" : `${state.clusterId}, which is in state`;
  return `the cluster ${id} on the platform is another one (${live.id}, created ${live.createdAt ?? "at an unknown time"}) than ${before}. Reads may still show one that was deleted a minute ago: run again first. To import it, remove this resource from state (pulumi state delete) and set the option import: "${id}". To have your own, choose another name, or delete that cluster if no other stack owns it (cloudplatform inventory names the stack), and remove this resource from state.`;
}
