import { isDeepStrictEqual } from "node:util";
import { poolBody } from "../../api/index.ts";
import { changed } from "../../engine/operations/diff.ts";
import { immutableInputs } from "../../schema/immutable.ts";
import { unknownPaths } from "../../schema/unknowns.ts";
import { compareVersions, parseVersion } from "../../values/index.ts";
import { type ClusterInputs, type ClusterState, clusterSchema } from "./definition.ts";

type Field = keyof ClusterInputs & string;
type Address = "fixedNetwork" | "fixedSubnet" | "podsIpPool" | "servicesIpPool" | "podsIpv6Pool" | "servicesIpv6Pool";

/** Fields that PATCH does not take (companion §2.5). */
const fixed = immutableInputs(clusterSchema, { serverDefault: false }) as Field[];

/** Likewise, and the platform chooses when they are left out. Empty means left out (platform-api §2.3). */
const chosen = immutableInputs(clusterSchema, { serverDefault: true }).filter((name) => name !== "cni") as Address[];

/**
 * Inputs whose change needs another cluster. A field that is left out keeps what the platform has, and one that is now
 * declared as the platform has it changes nothing.
 */
export function replaces(declared: ClusterInputs, inputs: ClusterInputs, state: Partial<ClusterState> = {}): string[] {
  const names: string[] = changed(fixed, declared, inputs);
  for (const name of chosen) {
    const wanted = inputs[name];
    if (wanted === undefined || wanted === null || wanted === "") continue;
    if (wanted !== (declared[name] || state[name])) names.push(name);
  }
  if (cniIsOther(declared, inputs, state)) names.push("cni");
  return names;
}

/** Whether a value that is not known yet may turn out to need another cluster. */
export function mayReplace(inputs: ClusterInputs): boolean {
  return [...fixed, ...chosen, "cni" as const].some((name) => unknownPaths(inputs[name]).length > 0);
}

/** The plugin itself and Cilium's mask sizes are fixed; all else of it changes in place (companion §2.5). */
function cniIsOther(declared: ClusterInputs, inputs: ClusterInputs, state: Partial<ClusterState>): boolean {
  const { cni: wanted } = inputs;
  if (wanted === undefined || wanted === null) return false;
  const before = declared.cni ?? state.cni;
  const there = state.cni ?? before;
  if ((wanted.provider ?? "calico") !== (before?.provider ?? there?.provider ?? "calico")) return true;
  const { cilium } = wanted;
  if (cilium === undefined || cilium === null) return false;
  const old = before?.cilium ?? there?.cilium;
  const masks = (one: typeof cilium) => [one.maskSize ?? 24, one.maskSizeV6 ?? 120];
  return old !== undefined && old !== null && !isDeepStrictEqual(masks(old), masks(cilium));
}

type Pool = ClusterInputs["pools"][number];

/** Fields of a pool that only a new pool can have (companion §2.5). */
const immutableFields = immutableInputs(poolBody) as (keyof Pool & string)[];

/** Those of them that the platform fills in when they are left out. */
const serverDefaults = immutableInputs(poolBody, { serverDefault: true });

/** Fields of a pool that differ and are fixed. */
export function poolChanges(old: Pool, pool: Pool) {
  return immutableFields.filter(
    (field) =>
      !isDeepStrictEqual(stated(old[field]), stated(pool[field])) &&
      !(serverDefaults.includes(field) && stated(pool[field]) === undefined),
  );
}

/** A value that says something: states of earlier versions have 0 and empty texts for "not set". */
function stated(value: Pool[keyof Pool]) {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || !value ? undefined : value;
}

/** Whether a cluster that runs a version has the one that is declared; one without a patch leaves that to the platform. */
export function runsVersion(live: string, declared: string): boolean {
  const there = parseVersion(live);
  const wanted = parseVersion(declared);
  if (there === undefined || wanted === undefined) return live === declared;
  if (there.major !== wanted.major || there.minor !== wanted.minor) return false;
  return wanted.patch === undefined || wanted.patch === there.patch;
}

/** Whether a cluster runs a newer version than the one that is declared: the platform upgrades clusters of its own accord. */
export function isNewer(live: string, declared: string): boolean {
  const there = parseVersion(live);
  const wanted = parseVersion(declared);
  if (there === undefined || wanted === undefined) return false;
  return compareVersions(there, wanted) > 0 && !runsVersion(live, declared);
}

/**
 * Why a cluster cannot go from one version to another in one step: minor versions go up one by one, and down goes only
 * one patch (companion §2.5). Undefined: nothing is known against it; the platform decides.
 */
export function stepProblem(from: string, to: string): string | undefined {
  const old = parseVersion(from);
  const next = parseVersion(to);
  if (old === undefined || next === undefined || from === to) return undefined;
  const steps = next.minor - old.minor;
  if (next.major < old.major || (next.major === old.major && steps < 0))
    return `goes down from ${from} to ${to}; a cluster can only go down by one patch. Keep ${from}, or make another cluster`;
  if (next.major > old.major || steps > 1)
    return `skips a step: from ${from} to ${to} are ${next.major > old.major ? "more than one" : steps} minor versions, and a cluster goes up one at a time. Take v${old.major}.${old.minor + 1} first, bring the stack up, then go on (the platform lists the next versions under upgrade_versions)`;
  if (steps === 1 || next.patch === undefined || old.patch === undefined) return undefined;
  if (next.patch < old.patch - 1)
    return `goes down by ${old.patch - next.patch} patches, from ${from} to ${to}; a cluster can only go down by one patch. Take v${old.major}.${old.minor}.${old.patch - 1}`;
  return undefined;
}
