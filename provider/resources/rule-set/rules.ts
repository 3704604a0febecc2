import type { RuleSetInputs, RuleSetRule, RuleTemplateInputs } from "../../types/cdn.ts";
import type { Properties } from "../../values/properties.ts";

/** Inputs after `check`: each rule has its weight, and what is imported stands apart. */
export interface CheckedRuleSet extends RuleSetInputs {
  /** Ids of the rule templates that rules take over, by key; they count for rules that the set has no template of yet. */
  imports?: Readonly<Record<string, string>>;
}

/** What a rule set has in state. */
export interface RuleSetState extends CheckedRuleSet {
  templateIds: Record<string, number>;
  /** After a failure, rules that are not as the inputs say: what they are on the platform; null: nothing yet. Not for programs. */
  unfinished?: Record<string, RuleSetRule | null>;
}

/** A rule as the handler of rule templates takes it. */
export function templateOf(
  rule: RuleSetRule,
  { allowDuplicate }: Pick<RuleSetInputs, "allowDuplicate"> = {},
): RuleTemplateInputs {
  const { import: _, ...template } = rule;
  return allowDuplicate === undefined ? template : { ...template, allowDuplicate };
}

/** The rules that the platform has, as they were when they were last seen; undefined where that is not known. */
export function rulesThere(
  inputs: Partial<RuleSetInputs>,
  { templateIds = {}, unfinished = {} }: Partial<RuleSetState>,
): Record<string, RuleSetRule | undefined> {
  const lastSeen = (key: string) => (key in unfinished ? (unfinished[key] ?? undefined) : inputs.rules?.[key]);
  return Object.fromEntries(Object.keys(templateIds).map((key) => [key, lastSeen(key)]));
}

/** An object whose keys may be any text. */
export function mapRules<T>(rules: Readonly<Record<string, T>>, change: (rule: T, key: string) => unknown): Properties {
  return Object.fromEntries(Object.entries(rules).map(([key, rule]) => [key, change(rule, key)]));
}
