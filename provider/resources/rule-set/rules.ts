import type { RuleSetInputs, RuleSetRule, RuleTemplateInputs } from "../../types/cdn.ts";
import type { Properties } from "../../values/properties.ts";

/** Inputs after `check`: each rule has its weight, and imports are listed separately. */
export interface CheckedRuleSet extends RuleSetInputs {
  /** Ids of the rule templates that rules take over, by key; used for rules that have no template in the set yet. */
  imports?: Readonly<Record<string, string>>;
}

/** What a rule set has in state. */
export interface RuleSetState extends CheckedRuleSet {
  templateIds: Record<string, number>;
  /** After a failure, rules that are not as the inputs say, as they are on the platform; null: not there yet. Not for programs. */
  unfinished?: Record<string, RuleSetRule | null>;
}

/** Returns a rule in the form of the rule template handler. */
export function templateOf(
  rule: RuleSetRule,
  { allowDuplicate }: Pick<RuleSetInputs, "allowDuplicate"> = {},
): RuleTemplateInputs {
  const { import: _, ...template } = rule;
  return allowDuplicate === undefined ? template : { ...template, allowDuplicate };
}

/** Returns the rules on the platform, as they were last seen; undefined where that is not known. */
export function rulesThere(
  inputs: Partial<RuleSetInputs>,
  { templateIds = {}, unfinished = {} }: Partial<RuleSetState>,
): Record<string, RuleSetRule | undefined> {
  const lastSeen = (key: string) => (key in unfinished ? (unfinished[key] ?? undefined) : inputs.rules?.[key]);
  return Object.fromEntries(Object.keys(templateIds).map((key) => [key, lastSeen(key)]));
}

/** Changes each rule of an object whose keys may be any text. */
export function mapRules<T>(rules: Readonly<Record<string, T>>, change: (rule: T, key: string) => unknown): Properties {
  return Object.fromEntries(Object.entries(rules).map(([key, rule]) => [key, change(rule, key)]));
}
