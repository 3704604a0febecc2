import type { CheckContext, CheckFailure } from "../../engine/handler/handler.ts";
import { adoptionFailures } from "../../engine/lifecycle/adopt.ts";
import { partContext } from "../../engine/lifecycle/operation-context.ts";
import { rehearseCreation } from "../../engine/lifecycle/rehearse.ts";
import { recordOf } from "../../engine/records/create-record-file.ts";
import { atPlace } from "../../engine/secrets/operation-secrets.ts";
import { partUrn } from "../../pulumi/formats/composite.ts";
import { pathText } from "../../schema/index.ts";
import type { RuleSetInputs, RuleSetRule } from "../../types/cdn.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { unknownValue } from "../../values/unknown.ts";
import { templateFailures } from "../rule-template/check.ts";
import { ruleTemplateHandler } from "../rule-template/handler.ts";
import { RuleTemplates } from "../rule-template/reader.ts";
import { keyForm } from "./definition.ts";
import { type CheckedRuleSet, mapRules, templateOf } from "./rules.ts";
import { weightsInOrder } from "./weights.ts";

type Context = CheckContext<CheckedRuleSet>;

/** Gives each rule its weight, and returns what is invalid. */
export async function checkRuleSet(
  inputs: RuleSetInputs,
  context: Context,
): Promise<{ inputs?: CheckedRuleSet; failures: CheckFailure[] }> {
  const { order, adopted, ...others } = inputs;
  if (context.name.includes("#")) return { failures: [nameFailure] };
  // A preview may not know yet which rules there will be.
  if (context.isUnknown(inputs.rules) || context.isUnknown(order))
    return { inputs: undecided(inputs, context), failures: [] };
  const keys = order ?? inOrderOfWeights(inputs.rules);
  if (keys === undefined) return { failures: [orderFailure] };
  const failures = [...keyFailures(keys, inputs), ...ruleFailures(inputs, context)];
  if (failures.length > 0) return { failures };
  for (const key of keys) context.ownership.noteDeclared(partUrn(context.urn, key));
  const imports = await importsOf(inputs, context);
  if (imports.failures.length > 0) return { failures: imports.failures };
  const before = new Map([...weightsOf(context.declared?.rules), ...imports.weights]);
  const weights = weightsInOrder(keys, before);
  const rules = mapRules(inputs.rules, (rule, key) =>
    context.isUnknown(rule) ? rule : { ...templateOf(rule), weight: weights.get(key) },
  );
  const isLeft = Object.keys(context.declared?.rules ?? {}).some((key) => !(key in inputs.rules));
  const stopped = await stoppedFailures(inputs.rules, rules as CheckedRuleSet["rules"], context);
  if (stopped.length > 0) return { failures: stopped };
  const checked = { ...others, rules, ...(isLeft && adopted !== undefined && { adopted }) } as CheckedRuleSet;
  const withImports = imports.ids === undefined ? checked : ({ ...checked, imports: imports.ids } as CheckedRuleSet);
  return { inputs: withImports, failures: [] };
}

/** Adds unknown values for the inputs that the update may add: an input that a plan does not have violates the plan. */
function undecided({ adopted, ...others }: RuleSetInputs, { declared }: Context): CheckedRuleSet {
  const later = {
    imports: unknownValue,
    ...(adopted !== undefined && declared !== undefined && { adopted: unknownValue }),
  };
  return { ...others, ...later } as unknown as CheckedRuleSet;
}

/** The record of a rule has the URN of the set, `#` and the rule's key. */
const nameFailure: CheckFailure = {
  property: "",
  reason: 'the name of a rule set cannot have "#": its rules are named by it and their key. Choose another name',
  code: "CP2006",
};

const orderFailure: CheckFailure = {
  property: "rules",
  reason: "must be a list of rules, each with a key; where it is a map, order lists the keys of all rules",
  code: "CP2006",
};

/** Returns the order of rules that were checked before, as the option ignoreChanges gives them back. */
function inOrderOfWeights(rules: Readonly<Record<string, RuleSetRule>>): string[] | undefined {
  const weights = weightsOf(rules);
  if (weights.size < Object.keys(rules).length) return undefined;
  return [...weights].sort(([, a], [, b]) => a - b).map(([key]) => key);
}

function weightsOf(rules: Readonly<Record<string, RuleSetRule>> = {}): Map<string, number> {
  return new Map(
    Object.entries(rules).flatMap(([key, { weight }]) => (typeof weight === "number" ? [[key, weight]] : [])),
  );
}

function keyFailures(keys: readonly string[], { rules, released = [] }: RuleSetInputs): CheckFailure[] {
  const failures: CheckFailure[] = [];
  const reject = (index: number, reason: string) =>
    failures.push({ property: `rules[${index}].key`, reason, code: "CP2006" });
  const first = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const earlier = first.get(key);
    first.set(key, earlier ?? index);
    if (key === "") reject(index, "is required: a text that names the rule in its set");
    else if (!keyForm.test(key))
      reject(
        index,
        `must begin with a letter or digit and have only letters, digits, ".", "_" and "-"; "${key}" does not`,
      );
    // Such a key would be found in every object, even if the object has no such rule.
    else if (key in {}) reject(index, `"${key}" is a property of every JavaScript object: take another key`);
    else if (earlier !== undefined) reject(index, `"${key}" is the key of rules[${earlier}] too`);
    else if (!(key in rules)) reject(index, `"${key}" is the key of no rule`);
    if (released.includes(key)) reject(index, `"${key}" is in released, too: a rule is in the set or leaves it`);
  }
  for (const key of Object.keys(rules))
    if (!first.has(key))
      failures.push({ property: pathText(["rules", key]), reason: "is missing in order", code: "CP2006" });
  return failures;
}

function ruleFailures({ rules }: RuleSetInputs, context: Context): CheckFailure[] {
  const { declared } = context;
  return Object.entries(rules).flatMap(([key, rule]) => {
    if (context.isUnknown(rule)) return [];
    const before = declared?.rules[key];
    const failures = templateFailures(templateOf(rule), {
      ...context,
      declared: before && templateOf(before),
      adopting: rule.import !== undefined && before === undefined,
    });
    if (rule.weight !== undefined && rule.weight !== before?.weight)
      failures.push({
        property: "weight",
        reason: "follows from the order of the rules: leave it out",
        code: "CP2006",
      });
    return failures.map((failure) => ({ ...failure, property: `${pathText(["rules", key])}.${failure.property}` }));
  });
}

/** Returns failures of rules whose creation would stop, since the platform has an equal rule template. */
async function stoppedFailures(
  given: CheckedRuleSet["rules"],
  rules: CheckedRuleSet["rules"],
  context: Context,
): Promise<CheckFailure[]> {
  const { declared, replacing } = context;
  const isNew = (key: string) =>
    declared?.rules[key] === undefined && !context.isUnknown(rules[key]) && given[key]?.import === undefined;
  const keys = replacing ? [] : Object.keys(rules).filter(isNew);
  const failures: CheckFailure[] = [];
  await inParallel(keys, rulesAtOnce, async (key) => {
    const rule = templateOf(rules[key] as RuleSetRule);
    const part = partContext(context, key);
    // What an interrupted run has created may belong to the set; only the operation knows.
    if ((await recordOf(part.urn, part.client)).previous !== undefined) return;
    for (const failure of await atPlace(["rules", key], () => rehearseCreation(ruleTemplateHandler, rule, part)))
      failures.push({ ...failure, property: pathText(["rules", key]) });
  });
  return failures;
}

/** They wait for the same list. */
const rulesAtOnce = 64;

/** Returns the rule templates that rules take over, and the weights of those that are not in the set yet. */
async function importsOf({ rules }: RuleSetInputs, context: Context) {
  const ids: Record<string, string> = {};
  const weights = new Map<string, number>();
  const failures: CheckFailure[] = [];
  const { client } = context;
  await Promise.all(
    Object.entries(rules).map(async ([key, { import: id, ...rule }]) => {
      if (id === undefined) return;
      ids[key] = id;
      if (context.declared?.rules[key] !== undefined) return;
      const found = await atPlace(["rules", key], () =>
        adoptionFailures(ruleTemplateHandler, id, rule, partContext(context, key)),
      );
      const place = pathText(["rules", key]);
      for (const failure of found)
        failures.push({ ...failure, property: failure.property === "" ? place : `${place}.${failure.property}` });
      if (found.length > 0 || context.isUnknown(id)) return;
      const { weight } = (await RuleTemplates.of(client).get(Number(id))) ?? {};
      if (typeof weight === "number") weights.set(key, weight);
    }),
  );
  // A rule that is not known yet may import a template.
  const isOpen = Object.values(rules).some((rule) => context.isUnknown(rule));
  return { ids: isOpen ? unknownValue : Object.keys(ids).length === 0 ? undefined : ids, weights, failures };
}
