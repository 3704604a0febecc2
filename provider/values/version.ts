/** A version of two or three numbers, with or without a leading `v`. */
export interface Version {
  major: number;
  minor: number;
  /** Undefined: the text has two numbers only. */
  patch: number | undefined;
}

/**
 * Parses a version of two or three numbers; undefined for any other text. With `suffix`, text after the numbers is ignored:
 * `1.31.9-rc.1`.
 */
export function parseVersion(text: string, { suffix = false } = {}): Version | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?(.*)$/s.exec(text);
  if (match === null || (match[4] !== "" && !suffix)) return undefined;
  const patch = match[3] === undefined ? undefined : Number(match[3]);
  return { major: Number(match[1]), minor: Number(match[2]), patch };
}

/** Returns less than zero if the first version is older. A missing patch counts as 0. */
export function compareVersions(one: Version, other: Version): number {
  return one.major - other.major || one.minor - other.minor || (one.patch ?? 0) - (other.patch ?? 0);
}
