import { exponentialAttack } from "./backtracking.ts";

/**
 * Features that only the platform's dialect (PCRE) has, and JavaScript lacks: options such as `(?i)`, atomic and conditional
 * groups, possessive quantifiers, `\A`, `\K`, `\Q…\E`, POSIX classes. A pattern with any of them is left to the platform.
 */
const onlyPcre = /\(\?(?![:=!]|<[=!]|<\w)|[*+?}]\+|\\[AzZGKQERhHvVNXgC]|\[\[:|\(\*|\\[px]\{/;

/** Returns why a pattern is a regular expression in no dialect; undefined: nothing is known against it. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError) || onlyPcre.test(pattern)) return undefined;
    // `Invalid regular expression: /(a/: Unterminated group`
    const [, words = error.message] = /\/[a-z]*: ([^:]+)$/.exec(error.message) ?? [];
    return `is no regular expression: ${words.charAt(0).toLowerCase()}${words.slice(1)}; got ${JSON.stringify(pattern)}`;
  }
}

/** Returns why a pattern could keep a server busy forever; undefined: nothing is certain. */
export function backtrackingProblem(pattern: string): string | undefined {
  if (onlyPcre.test(pattern)) return undefined;
  const attack = exponentialAttack(pattern);
  if (attack === undefined) return undefined;
  const { prefix, pump, suffix } = attack;
  const text = JSON.stringify(prefix + pump.repeat(3));
  const end = suffix === "" ? "" : `, and then ${JSON.stringify(suffix)}`;
  return `takes exponential time on some requests: each ${JSON.stringify(pump)} of ${text} and so on${end} doubles the ways in which a server tries to match it. Write it so that a text can be matched in one way only, such as (a+)+ as a+; it is ${JSON.stringify(pattern)}`;
}
