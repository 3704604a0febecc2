import { isDeepStrictEqual } from "node:util";
import { clusterPatch, type EndpointOf, endpoints, poolBody, poolPatch } from "../../api/index.ts";
import type { Call } from "../../client/call-types.ts";
import type { OperationClient } from "../../client/index.ts";
import { sendReplacing } from "../../client/send-replacing.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { fieldNames, replacingInputs } from "../../schema/index.ts";
import type { ClusterResult, Pool, PoolResult } from "../../types/kubernetes.ts";
import { counted } from "../../values/counted.ts";
import { type ClusterAddress, clusterParams } from "./address.ts";
import { needsUpgrade, poolChanges, stepProblem } from "./change.ts";
import { type ClusterInputs, clusterSchema, noun } from "./definition.ts";
import { inputsOf } from "./state.ts";

/** One request that brings a live cluster closer to what is declared. */
export interface Step {
  /** Describes the step; the same step has the same text. */
  text: string;
  /** Sends the request. Returns the tasks that it has started. */
  send(client: OperationClient, address: ClusterAddress): Promise<readonly string[]>;
}

/** How a live cluster differs from what is declared. */
interface Gap extends Planned {
  live: ClusterResult;
  inputs: ClusterInputs;
  /** The live cluster as the program would declare it. */
  there: ClusterInputs;
}

/** What this operation may change on the way to the declaration. */
export interface Planned {
  /** Whether the program requests its version in this update. */
  isVersionAsked: boolean;
  /** Whether the number of nodes of a pool may be brought within its bounds. */
  resizes(pool: string): boolean;
}

/**
 * Returns the next step, in the order of companion §2.5: version, cluster, missing pools, changed pools, surplus pools. The step
 * depends on the live cluster alone, so it does not matter what stopped the last one. Undefined: the cluster is as declared.
 */
export function nextStep(
  live: ClusterResult,
  address: ClusterAddress,
  inputs: ClusterInputs,
  planned: Planned,
): Step | undefined {
  const there = inputsOf(live, address, inputs);
  const other = replacingInputs(clusterSchema, { declared: there, inputs });
  if (other.length > 0)
    throw new OperationError(
      `the cluster on the platform has another ${other.join(", ")} than was deployed, and that cannot change in place. Run pulumi refresh; the next up then replaces the cluster`,
      "CP2311",
    );
  const gap: Gap = { live, inputs, there, ...planned };
  return upgrade(gap) ?? patch(gap) ?? addPool(gap) ?? changePool(gap) ?? removePool(gap);
}

function upgrade({ inputs, there, isVersionAsked }: Gap): Step | undefined {
  const { version } = inputs;
  if (!needsUpgrade(there.version, { version, isAsked: isVersionAsked })) return undefined;
  const problem = stepProblem(there.version, version);
  if (problem !== undefined) throw new OperationError(`version ${problem}`, "CP2302");
  return {
    text: `upgrading to ${version}`,
    send: async (client, address) =>
      (await client.call(endpoints["clusters.upgrade"], { params: clusterParams(address), body: { version } })).tasks,
  };
}

type Patch = NonNullable<Call<EndpointOf<"clusters.patch">>["body"]>;

/**
 * What is sent for a field that is removed from the program, and merged into what is left of it: null changes nothing (companion
 * §2.5). Undefined: nothing is sent, and the platform keeps what it has.
 */
const whenRemoved: Readonly<Record<keyof Patch, object | undefined>> = {
  authentication: { oidc: null },
  autoscalerConfig: {},
  cni: undefined,
  ddosProfile: { enabled: false },
  logging: { enabled: false },
};

/** Returns the request that changes the cluster itself; its body may be empty. */
export function patchOf({ live, inputs: wanted, there: present }: Pick<Gap, "live" | "inputs" | "there">) {
  const fields = (Object.keys(whenRemoved) as (keyof Patch)[])
    .filter((field) => !isDeepStrictEqual(wanted[field] ?? {}, present[field] ?? {}))
    .filter((field) => (wanted[field] ?? whenRemoved[field]) !== undefined);
  const body: Patch = Object.fromEntries(fields.map((field) => [field, { ...whenRemoved[field], ...wanted[field] }]));
  return { body, live, isPatch: true };
}

function patch(gap: Gap): Step | undefined {
  const change = patchOf(gap);
  const fields = Object.keys(change.body);
  if (fields.length === 0) return undefined;
  return {
    text: `changing ${fields.join(", ")}`,
    send: async (client, address) => {
      const { tasks } = await sendReplacing(clusterPatch, change, (whole) =>
        client.call(endpoints["clusters.patch"], { params: clusterParams(address), body: whole }),
      );
      return tasks;
    },
  };
}

function addPool({ live, inputs }: Gap): Step | undefined {
  const missing = inputs.pools.find(({ name }) => !live.pools.some((pool) => pool.name === name));
  if (missing === undefined) return undefined;
  return {
    text: `adding pool ${missing.name}`,
    send: async (client, address) =>
      (await client.call(endpoints["pools.create"], { params: clusterParams(address), body: missing })).tasks,
  };
}

function changePool(gap: Gap): Step | undefined {
  for (const wanted of gap.inputs.pools) {
    const live = gap.live.pools.find(({ name }) => name === wanted.name);
    const there = gap.there.pools.find(({ name }) => name === wanted.name);
    if (live === undefined || there === undefined) continue;
    const fixed = poolChanges(there, wanted);
    if (fixed.length > 0) {
      if (gap.live.pools.length < 2)
        throw new OperationError(
          `pool "${wanted.name}" is the only one of the cluster and differs in ${fixed.join(", ")}, which only a new pool can have. Give the pool another name, so that the new one is added before the old one is removed`,
          "CP2304",
        );
      return deletePool(wanted.name, `deleting pool ${wanted.name} to recreate it`);
    }
    const step = patchPool(live, there, wanted) ?? (gap.resizes(wanted.name) ? resizePool(live, wanted) : undefined);
    if (step !== undefined) return step;
  }
  return undefined;
}

/** Inputs of a pool that change at once. */
const patchable = fieldNames(poolPatch).filter((name) => fieldNames(poolBody).includes(name)) as (keyof Pool)[];

function patchPool(live: PoolResult, there: Pool, wanted: Pool): Step | undefined {
  const differing = patchable.filter((field) => !isDeepStrictEqual(wanted[field], there[field]));
  if (differing.length === 0) return undefined;
  const body = Object.fromEntries(differing.map((field) => [field, wanted[field]])) as Partial<Pool>;
  // A maximum that the platform has chosen must not be below the declared minimum.
  const highest = wanted.maxNodeCount ?? live.maxNodeCount;
  if (typeof highest === "number" && highest < wanted.minNodeCount) body.maxNodeCount = wanted.minNodeCount;
  return {
    text: `changing pool ${wanted.name} (${differing.join(", ")})`,
    send: async (client, address) => {
      await client.call(endpoints["pools.patch"], { params: poolParams(address, wanted.name), body });
      return [];
    },
  };
}

/** Brings the number of nodes within the bounds, if the platform has not done so. */
function resizePool(live: PoolResult, wanted: Pool): Step | undefined {
  const right = countWithin(live, wanted);
  if (right === undefined || right === live.nodeCount) return undefined;
  return {
    text: `resizing pool ${wanted.name} to ${right} nodes`,
    send: async (client, address) => {
      const params = poolParams(address, wanted.name);
      return (await client.call(endpoints["pools.resize"], { params, body: { nodeCount: right } })).tasks;
    },
  };
}

/** Returns the number of nodes within bounds that is nearest to the present one. */
export function countWithin(
  live: PoolResult,
  { minNodeCount: min, maxNodeCount }: Pick<Pool, "minNodeCount" | "maxNodeCount">,
): number | undefined {
  if (typeof live.nodeCount !== "number") return undefined;
  return Math.min(Math.max(live.nodeCount, min), maxNodeCount ?? live.maxNodeCount ?? Number.POSITIVE_INFINITY);
}

function removePool({ live, inputs }: Gap): Step | undefined {
  const surplus = live.pools.find(({ name }) => !inputs.pools.some((pool) => pool.name === name));
  return surplus === undefined ? undefined : deletePool(surplus.name, `removing pool ${surplus.name}`);
}

function deletePool(name: string, text: string): Step {
  return {
    text,
    send: async (client, address) =>
      (await client.call(endpoints["pools.delete"], { params: poolParams(address, name) })).tasks,
  };
}

function poolParams(address: ClusterAddress, pool: string) {
  return { ...clusterParams(address), poolName: pool };
}

/** Returns warnings about pools whose number of nodes is outside the declared bounds: no preview shows it, so no update changes it. */
export function nodesOutsideBoundsTexts(id: string, live: ClusterResult, inputs: ClusterInputs): string[] {
  // While a task is running, nodes come and go.
  if (typeof live.taskId === "string" && live.taskId !== "") return [];
  return inputs.pools.flatMap((wanted) => {
    const pool = live.pools.find(({ name }) => name === wanted.name);
    if (pool === undefined || !isWithinOwn(wanted, pool)) return [];
    const right = countWithin(pool, wanted);
    if (right === undefined || right === pool.nodeCount) return [];
    const bounds = `${wanted.minNodeCount}..${wanted.maxNodeCount ?? pool.maxNodeCount ?? ""}`;
    return [
      `Pool "${pool.name}" of ${noun} ${id} has ${counted(pool.nodeCount ?? 0, "node")}, outside its bounds ${bounds}. Updates leave it alone unless they change the bounds; resize the pool on the platform, or change minNodeCount or maxNodeCount.`,
    ];
  });
}

/** Whether the live bounds are the declared ones. Other bounds show as drift of their own, and the nodes follow them. */
function isWithinOwn(
  wanted: { minNodeCount: number; maxNodeCount?: number | null },
  pool: ClusterResult["pools"][number],
): boolean {
  const highest = wanted.maxNodeCount ?? pool.maxNodeCount;
  return wanted.minNodeCount === pool.minNodeCount && highest === pool.maxNodeCount;
}
