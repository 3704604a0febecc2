import { parseVersion } from "@cloudplatform/pulumi/values";

/** Range of supported Kubernetes 1 minor versions; an example. */
const oldestMinor = 26;
const newestMinor = 34;
/** Patches that the version lists contain for each minor version; other patches are accepted as well. */
const listedPatches = [1, 9, 13];

/** The minor and patch version of a Kubernetes 1 version with three numbers. */
function versionOf(text: string): { minor: number; patch: number } | undefined {
  const { major, minor = 0, patch } = parseVersion(text) ?? {};
  return major === 1 && patch !== undefined ? { minor, patch } : undefined;
}

/** Whether the version is supported. */
export function isOffered(text: string): boolean {
  const version = versionOf(text);
  return version !== undefined && version.minor >= oldestMinor && version.minor <= newestMinor;
}

/** Supported versions, newest first. */
export function offeredVersions(): string[] {
  const versions: string[] = [];
  for (let minor = newestMinor; minor >= oldestMinor; minor--)
    for (const patch of listedPatches.toReversed()) versions.push(`v1.${minor}.${patch}`);
  return versions;
}

/** The newest listed patch of a version's minor version; undefined if the version is at least as new. */
export function newestPatch(text: string): string | undefined {
  const version = versionOf(text);
  const newest = Math.max(...listedPatches);
  return version === undefined || version.patch >= newest ? undefined : `v1.${version.minor}.${newest}`;
}

/** Allowed upgrades: one minor version up, any patch up, one patch down (companion §2.5). */
export function isUpgrade(from: string, to: string): boolean {
  const old = versionOf(from);
  const next = versionOf(to);
  if (old === undefined || next === undefined || !isOffered(to)) return false;
  if (next.minor === old.minor) return next.patch > old.patch || next.patch === old.patch - 1;
  return next.minor === old.minor + 1;
}
