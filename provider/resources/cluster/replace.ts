import { isDeepStrictEqual } from "node:util";
import { changed } from "../../engine/operations/diff.ts";
import { immutableInputs } from "../../schema/immutable.ts";
import { unknownPaths } from "../../schema/unknowns.ts";
import { clusterSchema } from "./definition.ts";
import type { ClusterInputs, ClusterState } from "./inputs.ts";

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
