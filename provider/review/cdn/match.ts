import { createContext, Script } from "node:vm";
import { backtrackingProblem } from "../../regex/pattern.ts";

/** The fields of a rule template that decide which requests it applies to. */
export interface Template {
  /** Name in the program, or name of the object on the platform. */
  name: string;
  rule: string;
  ruleType: number;
  weight?: number;
  options: Record<string, unknown>;
}

/** Whether a pattern matches a URL. `open`: the contract does not say, for the given reason. */
export type Match =
  | { result: "yes" | "no" }
  | { result: "open"; reason: string }
  | { result: "failed"; reason: string };

/** Time limit for one pattern and one URL. Most take microseconds; the limit leaves room for a busy machine. */
const matchTimeoutMs = 2_000;

const context = createContext({ pattern: "", flags: "", text: "" });
const script = new Script("new RegExp(pattern, flags).test(text)");

/** Tests a pattern in JavaScript's dialect. Gives up on catastrophic backtracking. */
function test(pattern: string, flags: string, text: string): boolean | "timeout" | "dialect" {
  Object.assign(context, { pattern, flags, text });
  try {
    return script.runInContext(context, { timeout: matchTimeoutMs }) === true;
  } catch (error) {
    // The error comes from the other context and is no instance of this context's classes.
    const code = error !== null && typeof error === "object" && "code" in error ? error.code : undefined;
    return code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "timeout" : "dialect";
  }
}

/**
 * The pattern as the platform reads it: it prepends a slash for type 1, and for type 0 if the slash is missing (platform-api
 * §2.2).
 */
export function patternOf({ rule, ruleType }: Pick<Template, "rule" | "ruleType">): string {
  if (ruleType === 1) return `/${rule.replace(/^\//, "")}`;
  return rule.startsWith("/") || rule.startsWith("^/") ? rule : `/${rule}`;
}

/**
 * Whether a template's rule matches a URL. The contract says that a rule applies "when the requested URI matches". It does not
 * specify anchors, case or the query string: where these decide, the result is open.
 */
export function matchOf(template: Template, url: string): Match {
  const { path, query } = partsOf(url);
  const pattern = patternOf(template);
  const anchored = pattern.startsWith("^") ? pattern : `^(?:${pattern})`;
  const readings: [string, string, string, string][] = [
    ["", pattern, "", path],
    ["whether a pattern matches only from the beginning of the path", anchored, "", path],
    ["whether upper and lower case differ", pattern, "i", path],
  ];
  if (query !== "")
    readings.push(["whether the query string is part of what is matched", pattern, "", `${path}${query}`]);
  if (backtrackingProblem(pattern) !== undefined)
    return { result: "failed", reason: "its pattern can backtrack exponentially" };
  const results: { reason: string; matched: ReturnType<typeof test> }[] = [];
  for (const [reason, source, flags, text] of readings) {
    const matched = test(source, flags, text);
    if (matched === "timeout")
      return {
        result: "failed",
        reason: `its pattern backtracks for more than ${matchTimeoutMs / 1000} s on this URL`,
      };
    results.push({ reason, matched });
  }
  if (results.some((one) => one.matched === "dialect"))
    return {
      result: "failed",
      reason: "its pattern is in a dialect of regular expressions that JavaScript does not know",
    };
  const [first, ...others] = results;
  const differing = others.filter((one) => one.matched !== first?.matched).map((one) => one.reason);
  if (differing.length > 0) return { result: "open", reason: `the contract does not say ${differing.join(", nor ")}` };
  return { result: first?.matched === true ? "yes" : "no" };
}

/** Path and query of a URL. Also accepts a path alone. */
function partsOf(url: string): { path: string; query: string } {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? new URL(url) : undefined;
  if (text !== undefined) return { path: text.pathname, query: text.search };
  const [path = "", ...query] = url.replace(/#.*$/s, "").split("?");
  return { path: path.startsWith("/") ? path : `/${path}`, query: query.length === 0 ? "" : `?${query.join("?")}` };
}
