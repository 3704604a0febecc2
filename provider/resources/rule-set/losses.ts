import type { InputChange } from "../../schema/replacing.ts";
import { isUnknown } from "../../values/unknown.ts";
import { ruleTemplateLosses } from "../rule-template/losses.ts";
import { type CheckedRuleSet, type RuleSetState, rulesThere } from "./rules.ts";

/** Returns the losses of a set's rule templates: of those that leave the set and are deleted, and of those that are updated. */
export function ruleSetLosses({ declared, inputs, state = {} }: InputChange): string[] {
  const { rules, released = [], adopted = [] } = inputs as Partial<CheckedRuleSet>;
  const { templateIds = {} } = state as Partial<RuleSetState>;
  const there = Object.entries(rulesThere(declared, state));
  if (isUnknown(rules)) {
    const count = there.length;
    return count === 0
      ? []
      : [`each of ${count} rule template${count === 1 ? "" : "s"} that is not among the new rules`];
  }
  // A review has the losses one by one, and policies see a list before the check.
  if (rules === undefined || Array.isArray(rules)) return [];
  return there.flatMap(([key, before]) => {
    const [id, after] = [templateIds[key], rules[key]];
    const isReleased = released.includes(key) || adopted.includes(String(id));
    if (after === undefined) return isReleased ? [] : [`rule template ${id} (${key}), which is deleted`];
    if (before === undefined || isUnknown(after)) return [];
    return ruleTemplateLosses({ declared: before, inputs: after }).map((loss) => `${loss} (${key})`);
  });
}
