import { isStackRule, judgeResource, judgeStack, type Rule, type Verdict } from "@cloudplatform/policies";
import { type Case, subject } from "./declared.ts";

/** Holds a case against a rule, as functions. */
export function judge(rule: Rule, given: Case): Verdict {
  const subjects = given.resources.map(subject);
  if (isStackRule(rule)) {
    const prior = given.before === undefined ? { missing: "not given" } : { subjects: given.before.map(subject) };
    return judgeStack(rule, { subjects, outputs: {}, prior, complete: true }, given.config);
  }
  const verdicts = subjects
    .filter((one) => rule.on.includes(one.kind))
    .map((one) => judgeResource(rule, one, given.config));
  return {
    violations: verdicts.flatMap((verdict) => verdict.violations),
    notJudged: verdicts.flatMap((verdict) => verdict.notJudged),
    problems: verdicts.flatMap((verdict) => verdict.problems),
  };
}
