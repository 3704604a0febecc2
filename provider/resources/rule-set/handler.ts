import { randomUUID } from "node:crypto";
import { OperationError } from "../../engine/handler/errors.ts";
import type { Handler } from "../../engine/handler/handler.ts";
import { partContext } from "../../engine/lifecycle/operation-context.ts";
import { atPlace } from "../../engine/secrets/operation-secrets.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { RuleSetRule, RuleTemplateInputs } from "../../types/cdn.ts";
import { isUnknown } from "../../values/unknown.ts";
import { ruleTemplateHandler } from "../rule-template/handler.ts";
import { normalise as normaliseTemplate } from "../rule-template/live.ts";
import { bring, releases, removeAll, sorted } from "./changes.ts";
import { checkRuleSet } from "./check.ts";
import { ruleSetDefinition } from "./definition.ts";
import { type CheckedRuleSet, mapRules, type RuleSetState, rulesThere, templateOf } from "./rules.ts";

const { noun } = ruleSetDefinition;

/** Lifecycle of a rule set: the lifecycle of each of its rule templates. */
export const ruleSetHandler: Handler<CheckedRuleSet, RuleSetState> = {
  ...ruleSetDefinition,

  // Each rule is sent separately: its path is `rules` and its key.
  sentApart: 2,
  parts: ({ templateIds = {} }) => templateIds,
  releases,
  imports: ({ imports = {} }) => (isUnknown(imports) ? {} : imports),

  normalise: (inputs) => ({ ...inputs, rules: normalised(inputs.rules) }),

  check: checkRuleSet,

  importId() {
    throw new OperationError(
      `a ${noun} is no object of the platform and has no id there. Declare the set, and give the field import of each rule (in Python and Java import_, in Go and C# Import) the id of its rule template, such as 77; the next pulumi up imports the templates. The command cloudplatform adopt rule-set writes such a set in TypeScript`,
      "CP2101",
    );
  },

  isUnfinished: ({ unfinished = {} }) => Object.keys(unfinished).length > 0,

  async create(inputs, context) {
    const id = randomUUID();
    const state = await bring(id, { inputs, declared: {}, state: {} }, context);
    return { id, state };
  },

  async read(id, declared, context, state = {}) {
    const rules: Record<string, RuleSetRule> = {};
    const templateIds: Record<string, number> = {};
    await Promise.all(
      Object.entries(rulesThere(declared, state)).map(async ([key, rule]) => {
        const templateId = state.templateIds?.[key];
        const part = partContext(context, key);
        const last = rule === undefined ? ({} as RuleTemplateInputs) : templateOf(rule);
        const found = await atPlace(["rules", key], () => ruleTemplateHandler.read(String(templateId), last, part));
        if (found === undefined || templateId === undefined) return;
        rules[key] = found.inputs;
        templateIds[key] = templateId;
      }),
    );
    const inputs = { ...declared, rules: inOrderOf(ruleSetDefinition.schema, { rules }, declared).rules };
    return { id, inputs, state: { ...inputs, templateIds: sorted(templateIds) } };
  },

  update: (id, { declared, state, inputs }, context) => bring(id, { inputs, declared, state }, context),

  async unknownLosses(_id, { declared, state, inputs }, context) {
    const all = Object.entries(rulesThere(declared, state)).map(async ([key, before]) => {
      const [templateId, after] = [state.templateIds?.[key], inputs.rules[key]];
      if (before === undefined || after === undefined) return [];
      const change = { declared: templateOf(before), inputs: templateOf(after), state: {} };
      const found = await ruleTemplateHandler.unknownLosses?.(String(templateId), change, partContext(context, key));
      return (found ?? []).map((text) => `${text} (${key})`);
    });
    return (await Promise.all(all)).flat();
  },

  delete: (_id, state, context) => removeAll(state, context),
};

/** Unknown rules, and those of another type, are left to the check. */
function normalised(rules: CheckedRuleSet["rules"]): CheckedRuleSet["rules"] {
  if (typeof rules !== "object") return rules;
  const change = (rule: RuleSetRule) => (typeof rule === "object" ? normaliseTemplate(rule) : rule);
  return mapRules(rules, change) as CheckedRuleSet["rules"];
}
