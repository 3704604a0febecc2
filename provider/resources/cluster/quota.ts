import { endpoints } from "../../api/index.ts";
import { type OperationClient, perClient } from "../../client/index.ts";
import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { isUnknown } from "../../values/unknown.ts";
import { readForPreview } from "../preview-read.ts";
import { poolChanges } from "./change.ts";
import type { ClusterInputs } from "./definition.ts";
import { readCluster } from "./remote.ts";

type Context = Pick<CheckContext<ClusterInputs>, "client" | "urn" | "isUnknown" | "warn">;
type Pool = ClusterInputs["pools"][number];

/** New pools that this run has checked but not requested yet, by place and by resource. */
const wantedOf = perClient(() => new Map<string, Map<string, AskedPool[]>>());

/**
 * Returns a failure if the pools of a new cluster do not fit into the quotas, as the platform counts them. New pools that the
 * program declares before it, and that the platform does not count yet, are included. Without a response, `up` decides.
 */
export async function clusterQuotaFailures(inputs: ClusterInputs, { client, urn }: Context): Promise<CheckFailure[]> {
  const pools = isUnknown(inputs.pools)
    ? []
    : inputs.pools.filter(isCountable).map((pool) => asked(pool, pool.minNodeCount));
  if (pools.length === 0) return [];
  const wanted = wantedAt(client, inputs);
  const others = othersOf(wanted, urn);
  const excess = await excessOf(client, inputs, [...pools, ...others]);
  // A cluster of this name already has its share; whether it is in the way, the creation says.
  if (excess !== undefined && (await exists(inputs, client))) return [];
  if (excess === undefined) {
    wanted.set(urn, pools);
    return [];
  }
  const alone = others.length === 0 ? excess : await excessOf(client, inputs, pools);
  if (alone !== undefined) return [failureOf("pools", inputs, alone)];
  return [failureOf("pools", inputs, excess, besideText(wanted))];
}

/** Returns the new pools of other resources, without their names, which may repeat. */
function othersOf(wanted: Map<string, AskedPool[]>, urn: string): Partial<AskedPool>[] {
  wanted.delete(urn);
  return [...wanted.values()].flat().map(({ name: _, ...pool }) => pool);
}

function besideText(wanted: ReadonlyMap<string, unknown>): string {
  const names = [...wanted.keys()].map((one) => JSON.stringify(nameOfUrn(one))).join(", ");
  return ` together with new pools of ${names} in this program`;
}

/** Drops the pools of a requested cluster: the platform counts them from now on. */
export function quotaRequested(inputs: ClusterInputs, client: OperationClient, urn: string): void {
  wantedAt(client, inputs).delete(urn);
}

function wantedAt(client: OperationClient, inputs: ClusterInputs): Map<string, AskedPool[]> {
  const { projectId, regionId } = placeOf(inputs);
  const place = `${projectId}/${regionId}`;
  const wanted = wantedOf(client).get(place) ?? new Map<string, AskedPool[]>();
  wantedOf(client).set(place, wanted);
  return wanted;
}

async function excessOf(
  client: OperationClient,
  inputs: ClusterInputs,
  pools: Partial<AskedPool>[],
  uncounted: readonly string[] = [],
): Promise<string | undefined> {
  const params = placeOf(inputs);
  const body = { pools: pools as AskedPool[] };
  return excessText(
    await readForPreview(client, (limited) => limited.call(endpoints["kubernetes.checkLimits"], { params, body })),
    uncounted,
  );
}

/**
 * Checks the pools of a deployed cluster. A new pool that does not fit is a failure. For a pool that is recreated or grows, it is
 * a warning: the platform counts as used what the pool frees or already has.
 */
export async function poolQuotaFailures(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  context: Context,
): Promise<CheckFailure[]> {
  if (isUnknown(inputs.pools)) return [];
  const { client, warn } = context;
  const failures: CheckFailure[] = [];
  for (const [index, pool] of inputs.pools.entries()) {
    if (!isCountable(pool)) continue;
    const old = declared.pools.find(({ name }) => name === pool.name);
    const added = addedNodes(pool, old);
    if (added <= 0) continue;
    const body = asked(pool, added);
    const params = placeOf(inputs);
    const limits = await readForPreview(client, (limited) =>
      limited.call(endpoints["pools.checkLimits"], { params, body }),
    );
    const excess = excessText(limits);
    if (excess === undefined) continue;
    if (old === undefined) failures.push(failureOf(`pools[${index}]`, inputs, excess));
    else warn(`Pool "${pool.name}" may not fit into the quotas of region ${inputs.regionId}: ${excess}. ${advice}`);
  }
  return failures.length > 0 ? failures : newPoolsTogether(declared, inputs, context);
}

/**
 * Returns a failure for new pools that fit alone, but not together or with pools of other clusters that the platform does not
 * count yet.
 */
async function newPoolsTogether(
  declared: ClusterInputs,
  inputs: ClusterInputs,
  { client, urn }: Context,
): Promise<CheckFailure[]> {
  const wanted = wantedAt(client, inputs);
  const others = othersOf(wanted, urn);
  const isNew = (pool: Pool) => isCountable(pool) && !declared.pools.some(({ name }) => name === pool.name);
  const pools = inputs.pools.filter(isNew).map((pool) => asked(pool, pool.minNodeCount));
  if (pools.length === 0) return [];
  const isAlone = pools.length === 1 && others.length === 0;
  const excess = isAlone ? undefined : await excessOf(client, inputs, [...pools, ...others], ["cluster_count"]);
  if (excess === undefined) {
    wanted.set(urn, pools);
    return [];
  }
  const beside = others.length === 0 ? " together with the other new pools" : besideText(wanted);
  return [failureOf(`pools[${inputs.pools.findIndex(isNew)}]`, inputs, excess, beside)];
}

async function exists({ projectId, regionId, name }: ClusterInputs, client: Context["client"]): Promise<boolean> {
  if (projectId === undefined || regionId === undefined || isUnknown(name)) return false;
  return (await readForPreview(client, (limited) => readCluster(limited, { projectId, regionId, name }))) !== undefined;
}

const isCountable = (pool: Pool) =>
  ![pool, pool.name, pool.flavorId, pool.minNodeCount, pool.bootVolumeSize].some(isUnknown);

/** Returns the number of added nodes: all nodes of a new or recreated pool, otherwise the growth of its minimum. */
function addedNodes(pool: Pool, old: Pool | undefined): number {
  if (old === undefined || poolChanges(old, pool).length > 0) return pool.minNodeCount;
  return pool.minNodeCount - old.minNodeCount;
}

function asked({ name, flavorId, bootVolumeSize, servergroupPolicy }: Pool, nodeCount: number) {
  return { name, flavorId, bootVolumeSize, servergroupPolicy, nodeCount };
}

type AskedPool = ReturnType<typeof asked>;

function placeOf({ projectId = 0, regionId = 0 }: ClusterInputs) {
  return { projectId, regionId };
}

function failureOf(property: string, { regionId }: ClusterInputs, excess: string, beside = ""): CheckFailure {
  const reason = `does not fit into the quotas of region ${regionId}${beside}: ${excess}. ${advice}`;
  return { property, reason, code: "CP2317" };
}

const advice = "Declare fewer or smaller nodes, delete what is not needed, or request a higher quota";

/** Returns `cpu_count: limit 20, used 16, requested 8`; undefined: nothing is exceeded, or nothing is known. */
function excessText(
  limits: Readonly<Record<string, number | null>> | undefined,
  uncounted: readonly string[] = [],
): string | undefined {
  const found = Object.entries(limits ?? {}).flatMap(([key, limit]) => {
    const name = /^(.+)_limit$/.exec(key)?.[1];
    if (name === undefined || uncounted.includes(name)) return [];
    const [used, wanted] = [limits?.[`${name}_usage`], limits?.[`${name}_requested`]];
    return [`${name}: limit ${limit}, used ${used}, requested ${wanted}`];
  });
  return found.length === 0 ? undefined : found.join("; ");
}
