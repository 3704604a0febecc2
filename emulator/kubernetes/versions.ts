import { versionWithV } from "@cloudplatform/pulumi/api";

/** Range of supported Kubernetes 1 minor versions; an example. */
const oldestMinor = 26;
const newestMinor = 34;
/** Patches of each minor version in the lists of versions; other patches are accepted too. */
const listedPatches = [1, 9, 13];

interface Version {
  minor: number;
  patch: number;
}

export function parseVersion(text: string): Version | undefined {
  const match = /^v1\.(\d{1,3})\.(\d{1,3})$/.exec(versionWithV(text));
  return match === null ? undefined : { minor: Number(match[1]), patch: Number(match[2]) };
}

/** Whether the version is supported. */
export function isOffered(text: string): boolean {
  const version = parseVersion(text);
  return version !== undefined && version.minor >= oldestMinor && version.minor <= newestMinor;
}

/** Supported versions, newest first. */
export function offeredVersions(): string[] {
  const versions: string[] = [];
  for (let minor = newestMinor; minor >= oldestMinor; minor--)
    for (const patch of listedPatches.toReversed()) versions.push(`v1.${minor}.${patch}`);
  return versions;
}

/** The newest listed patch of a version's minor version; undefined when the version is at least as new. */
export function newestPatch(text: string): string | undefined {
  const version = parseVersion(text);
  const newest = Math.max(...listedPatches);
  return version === undefined || version.patch >= newest ? undefined : `v1.${version.minor}.${newest}`;
}

/** Allowed upgrades: one minor version up, any patch up, one patch down (companion §2.5). */
export function isUpgrade(from: string, to: string): boolean {
  const old = parseVersion(from);
  const next = parseVersion(to);
  if (old === undefined || next === undefined || !isOffered(to)) return false;
  if (next.minor === old.minor) return next.patch > old.patch || next.patch === old.patch - 1;
  return next.minor === old.minor + 1;
}
