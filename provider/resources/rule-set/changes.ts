import { PartialFailureError } from "../../engine/handler/errors.ts";
import type { CreateContext } from "../../engine/handler/handler.ts";
import { operationText } from "../../engine/lifecycle/errors.ts";
import { notesOf } from "../../engine/ownership/machine-notes.ts";
import { forgetRecord, recordOf } from "../../engine/records/create-record-file.ts";
import { partUrn } from "../../pulumi/formats/composite.ts";
import { ruleTemplateHandler } from "../rule-template/handler.ts";
import { applyChanges, failure, failureText, type RuleChange } from "./apply.ts";
import { ruleSetDefinition } from "./definition.ts";
import { type CheckedRuleSet, type RuleSetState, rulesThere, templateOf } from "./rules.ts";

const { noun } = ruleSetDefinition;

interface Change {
  inputs: CheckedRuleSet;
  declared: Partial<CheckedRuleSet>;
  state: Partial<RuleSetState>;
}

/** Whether a rule leaves the set and stays on the platform: it is in `released`, or another resource of the program imports it. */
export function releases({ rules, released, adopted }: Partial<CheckedRuleSet>, key: string, id: string): boolean {
  return rules?.[key] === undefined && (released?.includes(key) === true || adopted?.includes(id) === true);
}

/** Brings the rules on the platform to what is declared. A rule that fails is in state as it is on the platform. */
export async function bring(
  id: string,
  { inputs, declared, state }: Change,
  context: CreateContext,
): Promise<RuleSetState> {
  const there = rulesThere(declared, state);
  const { urn } = context;
  const isReleased = (key: string) => releases(inputs, key, String(state.templateIds?.[key]));
  for (const key of Object.keys(there).filter(isReleased))
    await forgetCreation(partUrn(urn, key), String(state.templateIds?.[key]), context);
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

/** Deletes the rules that the platform has. */
export async function removeAll(state: RuleSetState, context: CreateContext): Promise<void> {
  const there = rulesThere(state, state);
  const changes = Object.keys(there).map((key) => changeOf(key, { state, there }));
  const outcome = await applyChanges(changes, context);
  if (outcome.open.size === 0) return;
  throw failure(failureText(operationText("Deleting", noun, context.name), outcome, changes.length));
}

/** Forgets the notes of the creation of a rule template that stays on the platform. */
async function forgetCreation(urn: string, id: string, { client }: CreateContext): Promise<void> {
  const notes = await notesOf(ruleTemplateHandler.noun, await recordOf(urn, client), client, "");
  await notes.remove();
  await forgetRecord(urn, client, id);
}

/** @param change.inputs Absent: the set will be deleted. */
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

/** Sorts ids by key, so that the order of creation does not show. */
export function sorted(ids: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1)));
}
