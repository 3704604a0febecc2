import {
  evaluateResource,
  evaluateStack,
  isStackRule,
  type Rule,
  type RuleResult,
  type StackView,
  withParts,
} from "@cloudplatform/policies";
import { type Case, type Declared, resource } from "../helpers/declared.ts";

/** Evaluates a rule on a case by calling its functions, without an engine. `view`: what else the engine knows about the stack. */
export function evaluate(rule: Rule, given: Case & { view?: Partial<StackView> }): RuleResult {
  const resources = given.resources.flatMap(evaluated);
  if (isStackRule(rule)) {
    const previousState =
      given.before === undefined ? { missing: "not given" } : { resources: given.before.flatMap(evaluated) };
    return evaluateStack(rule, { resources, outputs: {}, previousState, complete: true, ...given.view }, given.config);
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

function evaluated(declared: Declared) {
  return withParts(resource(declared));
}
