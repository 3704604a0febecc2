/** A group that repeats without end and whose content repeats without end, as in `(a+)+`: the usual form of the trap. */
const nested = /\((?:\?[:=!])?(?:[^()\\]|\\.)*(?:[+*]|\{\d+,\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\})/;

/** Why a pattern can backtrack exponentially; undefined: nothing is known against it. */
export function patternRisk(pattern: string): string | undefined {
  return nested.test(pattern)
    ? "can backtrack exponentially: a repetition within a repetition lets a short path keep a server busy"
    : undefined;
}
