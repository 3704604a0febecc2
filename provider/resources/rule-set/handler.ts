import { randomUUID } from "node:crypto";
import { OperationError, PartialFailureError } from "../../engine/handler/errors.ts";
import type { CreateContext, Handler } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { partContext } from "../../engine/lifecycle/operation-context.ts";
import { notesOf } from "../../engine/ownership/machine-notes.ts";
import { forgetRecord, recordOf } from "../../engine/ownership/record-of.ts";
import { atPlace } from "../../engine/secrets/operation-secrets.ts";
import { partUrn } from "../../pulumi/formats/composite.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { RuleSetRule, RuleTemplateInputs } from "../../types/cdn.ts";
import { ruleTemplateHandler } from "../rule-template/handler.ts";
import { normalise as normaliseTemplate } from "../rule-template/live.ts";
import { applyChanges, failure, failureText, type RuleChange } from "./apply.ts";
import { checkRuleSet } from "./check.ts";
import { ruleSetDefinition } from "./definition.ts";
import { type CheckedRuleSet, mapRules, type RuleSetState, rulesThere, templateOf } from "./rules.ts";

const { noun } = ruleSetDefinition;

/** Lifecycle of a rule set: that of each of its rule templates. */
export const ruleSetHandler: Handler<CheckedRuleSet, RuleSetState> = {
  ...ruleSetDefinition,

  // A rule of those that it has by key.
  sentApart: 2,
  parts: ({ templateIds = {} }) => templateIds,
  releases,

  normalise: (inputs) => ({ ...inputs, rules: normalised(inputs.rules) }),

  check: checkRuleSet,

  importId() {
    throw new OperationError(
      `a ${noun} is no object of the platform and has no id there. Declare the set, and give the field import of each rule the id of its rule template, such as 77; the next pulumi up takes the templates over. The command cloudplatform adopt rule-set writes such a set in TypeScript`,
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

  async delete(_id, state, context) {
    const there = rulesThere(state, state);
    const changes = Object.keys(there).map((key) => changeOf(key, { state, there }));
    const outcome = await applyChanges(changes, context);
    if (outcome.open.size === 0) return;
    throw failure(failureText(operationText("Deleting", noun, context.name), outcome, changes.length));
  },
};

interface Change {
  inputs: CheckedRuleSet;
  declared: Partial<CheckedRuleSet>;
  state: Partial<RuleSetState>;
}

/** Whether a rule leaves the set and stays on the platform: it is listed, or another resource of the program imports it. */
function releases({ rules, released, adopted }: Partial<CheckedRuleSet>, key: string, id: string): boolean {
  return rules?.[key] === undefined && (released?.includes(key) === true || adopted?.includes(id) === true);
}

/** Brings the rules of the platform to what is declared. What fails is in state as it is on the platform. */
async function bring(id: string, { inputs, declared, state }: Change, context: CreateContext): Promise<RuleSetState> {
  const there = rulesThere(declared, state);
  const { urn } = context;
  const isReleased = (key: string) => releases(inputs, key, String(state.templateIds?.[key]));
  for (const key of Object.keys(there).filter(isReleased))
    await letGo(partUrn(urn, key), String(state.templateIds?.[key]), context);
  const keys = [...new Set([...Object.keys(inputs.rules), ...Object.keys(there)])].filter((key) => !isReleased(key));
  const changes = keys.map((key) => changeOf(key, { inputs, state, there }));
  const outcome = await applyChanges(changes, context);
  const reached: RuleSetState = { ...inputs, templateIds: sorted(Object.fromEntries(outcome.ids)) };
  if (outcome.open.size === 0) return reached;
  const isFirst = Object.keys(there).length === 0;
  const text = failureText(
    operationText(isFirst ? "Creating" : "Updating", noun, context.name),
    outcome,
    changes.length,
  );
  if (isFirst && outcome.ids.size === 0) throw failure(text);
  const unfinished = Object.fromEntries([...outcome.open.keys()].map((key) => [key, there[key] ?? null]));
  throw new PartialFailureError(id, { ...reached, unfinished }, text, "CP2203");
}

/** Forgets what is noted of the creation of a rule template that stays on the platform. */
async function letGo(urn: string, id: string, { client }: CreateContext): Promise<void> {
  const notes = await notesOf(ruleTemplateHandler.noun, await recordOf(urn, client), client, "");
  await notes.remove();
  await forgetRecord(urn, client, id);
}

/** @param change.inputs Absent: the set is to be deleted. */
function changeOf(
  key: string,
  { inputs, state, there }: Pick<Change, "state"> & { inputs?: CheckedRuleSet; there: ReturnType<typeof rulesThere> },
): RuleChange {
  const before = there[key];
  const after = inputs?.rules[key];
  return {
    key,
    templateId: state.templateIds?.[key],
    before: before && templateOf(before, inputs),
    after: after && templateOf(after, inputs),
    importId: inputs?.imports?.[key],
  };
}

/** Keys in one order, whatever was created first. */
function sorted(ids: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is not known yet, or of another type, is for the check. */
function normalised(rules: CheckedRuleSet["rules"]): CheckedRuleSet["rules"] {
  if (typeof rules !== "object") return rules;
  const change = (rule: RuleSetRule) => (typeof rule === "object" ? normaliseTemplate(rule) : rule);
  return mapRules(rules, change) as CheckedRuleSet["rules"];
}
