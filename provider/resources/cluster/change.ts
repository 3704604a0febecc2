import { poolBody } from "../../api/index.ts";
import { replacingInputs } from "../../schema/index.ts";
import { compareVersions, parseVersion } from "../../values/index.ts";
import type { ClusterInputs } from "./definition.ts";

type Pool = ClusterInputs["pools"][number];

/** Returns the fields of a pool that differ, or may differ, and that only a new pool can have (companion §2.5). */
export function poolChanges(old: Pool, pool: Pool): (keyof Pool & string)[] {
  return replacingInputs(poolBody, { declared: old, inputs: pool }) as (keyof Pool & string)[];
}

/** Whether a live version is the declared one. A declared version without a patch leaves the patch to the platform. */
export function runsVersion(live: string, declared: string): boolean {
  const there = parseVersion(live);
  const wanted = parseVersion(declared);
  if (there === undefined || wanted === undefined) return live === declared;
  if (there.major !== wanted.major || there.minor !== wanted.minor) return false;
  return wanted.patch === undefined || wanted.patch === there.patch;
}

/** Whether a live version is newer than the declared one: the platform upgrades clusters of its own accord. */
export function isNewer(live: string, declared: string): boolean {
  const there = parseVersion(live);
  const wanted = parseVersion(declared);
  if (there === undefined || wanted === undefined) return false;
  return compareVersions(there, wanted) > 0 && !runsVersion(live, declared);
}

/** Whether an update requests an upgrade: an upgrade by the platform stays, unless the program asks for another version. */
export function needsUpgrade(live: string, { version, isAsked }: { version: string; isAsked: boolean }): boolean {
  return !runsVersion(live, version) && (isAsked || !isNewer(live, version));
}

/**
 * Returns why a cluster cannot go from one version to another in one step: upgrades take one minor version at a time, and
 * downgrades one patch only (companion §2.5). Undefined: nothing is known against it; the platform decides.
 */
export function stepProblem(from: string, to: string): string | undefined {
  const old = parseVersion(from);
  const next = parseVersion(to);
  if (old === undefined || next === undefined || from === to) return undefined;
  const steps = next.minor - old.minor;
  if (next.major < old.major || (next.major === old.major && steps < 0))
    return `cannot be downgraded from ${from} to ${to}: only by one patch. Keep ${from}, or create another cluster`;
  if (next.major > old.major || steps > 1)
    return `skips a step: a cluster upgrades one minor version at a time, and from ${from} to ${to} it is ${next.major > old.major ? "more" : steps}. Take v${old.major}.${old.minor + 1} first and run pulumi up, then continue (the platform lists the next versions under upgrade_versions)`;
  if (steps === 1 || next.patch === undefined || old.patch === undefined) return undefined;
  if (next.patch < old.patch - 1)
    return `cannot be downgraded by ${old.patch - next.patch} patches, from ${from} to ${to}: only by one patch. Take v${old.major}.${old.minor}.${old.patch - 1}`;
  return undefined;
}
