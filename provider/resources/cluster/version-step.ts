interface Version {
  major: number;
  minor: number;
  patch: number | undefined;
}

function parse(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  return {
    major: Number(match[1]),
    minor: Number(match[2]),
    patch: match[3] === undefined ? undefined : Number(match[3]),
  };
}

/**
 * Why a cluster cannot go from one version to another in one step: minor versions go up one by one, and down goes only
 * one patch (companion §2.5). Undefined: nothing is known against it; the platform decides.
 */
export function stepProblem(from: string, to: string): string | undefined {
  const old = parse(from);
  const next = parse(to);
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
