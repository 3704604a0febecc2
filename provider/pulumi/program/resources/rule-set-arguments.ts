import * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { ruleTemplateDefinition } from "../../../resources/rule-template/definition.ts";
import type { RuleSetInputs, RuleSetRule } from "../../../types/cdn.ts";
import { nativeToken } from "../../formats/type-token.ts";
import { adoptionsOf, noteAdoption } from "../adoptions.ts";
import type { Args } from "../input.ts";
import { isLater } from "../secret-paths.ts";

/** A rule of a {@link RuleSet}: the fields of a rule template, without a weight. */
export interface RuleSetRuleArgs extends Args<Omit<RuleSetRule, "weight">> {
  /** Name of the rule in the set: letters, digits, `.`, `_` and `-`. A rule with a new key is a new rule. */
  key: pulumi.Input<string>;
}

/** Arguments of {@link RuleSet}. */
export interface RuleSetArgs extends Args<Omit<RuleSetInputs, "rules" | "order" | "adopted">> {
  /** The rules in order: weights ascend from the first to the last. */
  rules: pulumi.Input<pulumi.Input<RuleSetRuleArgs>[]>;
}

/** Inputs by key: the engine compares lists by index, and would show an insertion as a change of every rule that follows. */
interface ByKey {
  rules: Record<string, unknown>;
  order: string[];
}

type Rule = Record<string, unknown>;

const templateType = nativeToken(tokenOf(ruleTemplateDefinition));

/** Converts arguments to inputs. */
export function inputsByKey(
  args: pulumi.Input<RuleSetArgs>,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Input<object> {
  if (isLater(args)) return pulumi.output(args).apply((known) => inputsByKey(known as RuleSetArgs, options));
  const { rules, ...given } = (args ?? {}) as RuleSetArgs;
  const others = { ...given, adopted: adoptionsOf(templateType, options) };
  if (isReadable(rules)) {
    // A rule may move to another set, of the other provider as well, or get another key.
    for (const rule of rules) noteAdoption(templateType, rule.import, options);
    return { ...others, ...byKey(rules) };
  }
  // `check` reports anything else.
  if (!isLater(rules) && !Array.isArray(rules)) return { ...others, rules };
  const later = pulumi.output(rules).apply((known) => (isReadable(known) ? byKey(known) : { rules: known }));
  return {
    ...others,
    rules: later.apply((known) => known.rules),
    order: later.apply((known) => ("order" in known ? known.order : undefined)),
  };
}

function byKey(list: readonly Rule[]): ByKey {
  const found: ByKey = { rules: {}, order: [] };
  for (const { key, ...rule } of list) {
    // `check` reports a key that is missing or of another type, with its place in the list.
    const name = typeof key === "string" ? key : "";
    found.order.push(name);
    if (!Object.hasOwn(found.rules, name)) found.rules[name] = rule;
  }
  return found;
}

/** Whether the rules and their keys are known now; other fields may come later. */
function isReadable(rules: unknown): rules is Rule[] {
  return Array.isArray(rules) && rules.every((rule) => isPlain(rule) && !isLater(rule.key));
}

function isPlain(value: unknown): value is Rule {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !isLater(value);
}
