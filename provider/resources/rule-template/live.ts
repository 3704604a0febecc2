import { isDeepStrictEqual } from "node:util";
import { limits, timeOfDayText } from "../../api/index.ts";
import type { OperationClient } from "../../client/index.ts";
import { liveInputs, shownInputs } from "../../engine/compare/live-inputs.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import type { ReadResult, StateOf } from "../../engine/handler/handler.ts";
import { knownFields, withValues } from "../../schema/index.ts";
import type { RuleTemplateInputs, RuleTemplateOutputs, RuleTemplateResult } from "../../types/cdn.ts";
import { isUnknown } from "../../values/unknown.ts";
import { ruleTemplateDefinition } from "./definition.ts";

export type RuleTemplateState = StateOf<RuleTemplateInputs, RuleTemplateOutputs>;

const normalised = { ...ruleTemplateDefinition, normalise };

/** Adds a leading slash to the rule, unless it has one or is anchored, and turns times of day into text. */
export function normalise(inputs: RuleTemplateInputs): RuleTemplateInputs {
  const rule = typeof inputs.rule === "string" ? withSlash(inputs.rule) : inputs.rule;
  const interval = inputs.options?.force_return?.time_interval;
  if (interval === undefined || interval === null || typeof interval !== "object") return { ...inputs, rule };
  const times = { ...interval };
  for (const name of ["start_time", "end_time"] as const)
    if (times[name] !== undefined) times[name] = timeOfDayText(times[name]);
  const force_return = { ...inputs.options?.force_return, time_interval: times };
  return { ...inputs, rule, options: { ...inputs.options, force_return } } as RuleTemplateInputs;
}

function withSlash(rule: string): string {
  return rule.startsWith("/") || rule.startsWith("^/") || isUnknown(rule) ? rule : `/${rule}`;
}

/** Whether a live template is what a creation with these inputs would have created. */
export function isAlike(
  client: Pick<OperationClient, "settings">,
  inputs: RuleTemplateInputs,
  live: RuleTemplateResult,
  unreadable?: boolean,
): boolean {
  try {
    return isFoundAlike(client, inputs, live);
  } catch (error) {
    if (unreadable === undefined || !(error instanceof OperationError)) throw error;
    return unreadable;
  }
}

function isFoundAlike(
  client: Pick<OperationClient, "settings">,
  inputs: RuleTemplateInputs,
  live: RuleTemplateResult,
): boolean {
  // Every creation compares all templates. For most of them the rule decides, in a thousandth of the time.
  if (typeof live.rule === "string" && withSlash(live.rule) !== withSlash(inputs.rule)) return false;
  return isDeepStrictEqual(inputsOf(client, live, inputs), inputs);
}

export function found(
  client: Pick<OperationClient, "settings">,
  live: RuleTemplateResult,
  declared: RuleTemplateInputs,
): ReadResult<RuleTemplateInputs, RuleTemplateState> {
  const inputs = inputsOf(client, live, declared);
  return { id: String(live.id), inputs, state: stateWith(live, inputs) };
}

/** Returns the outputs: the inputs as they are on the platform, and what it adds. */
export function stateOf(
  client: Pick<OperationClient, "settings">,
  live: RuleTemplateResult,
  inputs: RuleTemplateInputs,
): RuleTemplateState {
  return stateWith(live, shownInputs(normalised, fromPlatform(client, live), inputs));
}

function inputsOf(
  client: Pick<OperationClient, "settings">,
  live: RuleTemplateResult,
  declared: RuleTemplateInputs,
): RuleTemplateInputs {
  return liveInputs(normalised, fromPlatform(client, live), declared);
}

function stateWith(live: RuleTemplateResult, shown: RuleTemplateInputs): RuleTemplateState {
  const { id, client: owner, deleted, template, default: system, name, weight } = live;
  return {
    ...shown,
    name: name ?? shown.name,
    weight: weight ?? shown.weight,
    templateId: id,
    client: owner ?? undefined,
    deleted: deleted === true,
    template: template ?? undefined,
    default: system === true,
  };
}

/**
 * Returns the body of POST and PUT, with the edge-app option under the contract's name. The platform counts the text with its slash, we
 * count it as given: see limits.
 */
export function bodyOf(inputs: RuleTemplateInputs): RuleTemplateInputs {
  const body = knownFields(ruleTemplateDefinition.schema, inputs);
  const rule = body.rule.length > limits.cdn.ruleLength.max ? body.rule.slice(1) : body.rule;
  return { ...body, rule, options: body.options ?? {} };
}

/** Returns a body with the edge-app option under the platform's name. */
export function toPlatform(client: Pick<OperationClient, "settings">, body: RuleTemplateInputs): RuleTemplateInputs {
  const { edgeapp, ...others } = body.options ?? {};
  return edgeapp === undefined ? body : { ...body, options: { ...others, [client.settings.edgeWord]: edgeapp } };
}

/** Returns a live template with the edge-app option under the contract's name. */
export function fromPlatform(client: Pick<OperationClient, "settings">, live: RuleTemplateResult): RuleTemplateResult {
  const options: Readonly<Record<string, unknown>> = { ...live.options };
  const { [client.settings.edgeWord]: edgeapp, ...others } = options;
  return withValues(live, { options: edgeapp === undefined ? others : { ...others, edgeapp } });
}
