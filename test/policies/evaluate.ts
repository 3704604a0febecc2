import { evaluateResource, evaluateStack, isStackRule, type Rule, type RuleResult } from "@cloudplatform/policies";
import { type Case, resource } from "./declared.ts";

/** Evaluates a rule on a case, as functions. */
export function evaluate(rule: Rule, given: Case): RuleResult {
  const resources = given.resources.map(resource);
  if (isStackRule(rule)) {
    const previousState =
      given.before === undefined ? { missing: "not given" } : { resources: given.before.map(resource) };
    return evaluateStack(rule, { resources, outputs: {}, previousState, complete: true }, given.config);
  }
  const results = resources
    .filter((one) => rule.on.includes(one.kind))
    .map((one) => evaluateResource(rule, one, given.config));
  return {
    violations: results.flatMap((result) => result.violations),
    notEvaluated: results.flatMap((result) => result.notEvaluated),
    problems: results.flatMap((result) => result.problems),
  };
}
