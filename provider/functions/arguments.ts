import { InputError, type Settings } from "../client/index.ts";
import { waysToSet } from "../client/settings.ts";
import { canonical } from "../schema/canonical.ts";
import { camel, fieldNames, issueText, unknownKeyText, validationIssues } from "../schema/index.ts";
import { canonicalJson } from "../values/canonical-json.ts";
import {
  type Arguments,
  argumentParts,
  type Definition,
  fromSettings,
  type LooseCall,
  type Part,
} from "./definition.ts";

/** Validated arguments. */
export interface CheckedArguments {
  arguments: Arguments;
  call: LooseCall;
  /** Cache key: equal for equal requests. */
  key: string;
}

/** Validates arguments. Throws one InputError that lists every problem. */
export function checkArguments(definition: Definition, given: object, settings: Settings): CheckedArguments {
  const parts = argumentParts(definition);
  const { sorted, problems } = assignToParts(parts, withSettings(parts, given, settings));
  const checked: Arguments = { own: {}, params: {}, query: {}, body: {} };
  const keys: unknown[] = [];
  parts.forEach((part, index) => {
    const value = sorted[index] ?? {};
    for (const problem of validationIssues(part.schema, value))
      problems.push(issueText(problem) + settingHint(part, problem));
    problems.push(...reversedPeriods(part, value));
    checked[part.where] = value;
    if (problems.length === 0) keys.push(canonical(part.schema, value));
  });
  if (problems.length > 0) throw new InputError(definition.name, problems);
  return {
    arguments: checked,
    call: callOf(definition, checked),
    key: `${definition.endpoint.id} ${canonicalJson(keys)}`,
  };
}

function withSettings(parts: readonly Part[], given: object, settings: Settings): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...given };
  const params = fieldNames(parts.find((part) => part.where === "params")?.schema);
  for (const setting of fromSettings)
    if (params.includes(setting) && filled[setting] === undefined) filled[setting] = settings[setting];
  return filled;
}

/** Assigns each argument to the part that declares it. */
function assignToParts(parts: readonly Part[], given: Record<string, unknown>) {
  const sorted: Record<string, unknown>[] = parts.map(() => ({}));
  const names = parts.map((part) => fieldNames(part.schema));
  const problems: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const index = names.findIndex((known) => known.includes(key));
    const part = sorted[index];
    if (part === undefined) problems.push(`${key} ${unknownKeyText(key, [...new Set(names.flat())])}`);
    else part[key] = value;
  }
  return { sorted, problems };
}

/** The platform answers with an empty list when a period ends before it begins. */
function reversedPeriods({ schema }: Part, value: Record<string, unknown>): string[] {
  return fieldNames(schema).flatMap((name) => {
    const end = name.replace(/from$/, "to").replace(/From$/, "To");
    const [from, to] = [value[name], value[end]];
    const isReversed = typeof from === "string" && typeof to === "string" && Date.parse(from) > Date.parse(to);
    return isReversed ? [`${name} must not be after the end of the period, ${to}; got ${from}`] : [];
  });
}

function settingHint(part: Part, problem: { path: PropertyKey[]; message: string }): string {
  if (part.where !== "params" || problem.message !== "is required") return "";
  const setting = fromSettings.find((name) => name === problem.path[0]);
  if (setting === undefined) return "";
  return `; ${waysToSet(setting)}`;
}

function callOf({ endpoint, renamed = {}, call }: Definition, checked: Arguments): LooseCall {
  const names = new Map(Object.entries(renamed).map(([param, name]) => [name, camel(param)]));
  const params = Object.fromEntries(
    Object.entries(checked.params).map(([name, value]) => [names.get(name) ?? name, value]),
  );
  const { query, body } = checked;
  return call?.({ ...checked, params }) ?? { params, query, ...(endpoint.body === undefined ? {} : { body }) };
}
