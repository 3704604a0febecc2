import { unknownKeyText } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { type RuleMetadata, zodObjectOf } from "../engine/rule.ts";

type Issue = z.core.$ZodIssue;

/** Problems of a configuration: the path, and what is required there. @internal */
export function configProblems(error: z.ZodError, schema: z.ZodType, prefix: readonly PropertyKey[] = []): string[] {
  return error.issues.flatMap((issue) => problemsOf(issue, [], schema, prefix));
}

function problemsOf(issue: Issue, above: PropertyKey[], schema: z.ZodType, prefix: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    const matching = matchingBranch(issue.errors);
    return matching.flatMap((inner) => problemsOf(inner, path, schema, prefix));
  }
  if (issue.code === "unrecognized_keys") {
    const known = keysOf(schema, path);
    return issue.keys.map((key) => `${placeOf([...prefix, ...path, key])} ${unknownKeyText(key, known)}`);
  }
  return [`${placeOf([...prefix, ...path])}: ${issue.message}`];
}

/** The branch of a union (a level or an object) whose form the given value has. */
function matchingBranch(branches: readonly Issue[][]): readonly Issue[] {
  const atRoot = (branch: readonly Issue[], code: string) =>
    branch.some((issue) => issue.code === code && issue.path.length === 0);
  const fits = (branch: readonly Issue[]) => !atRoot(branch, "invalid_type") && !atRoot(branch, "invalid_value");
  return branches.find(fits) ?? branches.find((branch) => atRoot(branch, "invalid_value")) ?? [];
}

/** `rule-length.max`, `waivers.waivers[0].expires`. */
function placeOf(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/** Parameters of a rule, and their problems. */
interface RuleConfig {
  config: Record<string, unknown>;
  problems: string[];
}

/** The last parameters of each rule, as text. They are the same for every resource. */
const last = new WeakMap<RuleMetadata, { text: string; result: RuleConfig }>();

/**
 * Parses the parameters of a rule. Invalid parameters are reported, and the rule uses its defaults: a typo must not disable a
 * limit.
 */
export function configOf(rule: RuleMetadata, given: unknown): RuleConfig {
  const text = JSON.stringify(given ?? {});
  const known = last.get(rule);
  if (known?.text === text) return known.result;
  const result = parse(rule, given ?? {});
  last.set(rule, { text, result });
  return result;
}

function parse(rule: RuleMetadata, given: unknown): RuleConfig {
  const schema = z.strictObject(zodObjectOf(rule.config).shape);
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    return { config: rule.config.parse({}), problems: configProblems(parsed.error, schema, [rule.name]) };
  const problem = rule.configProblem?.(parsed.data);
  if (problem === undefined) return { config: parsed.data, problems: [] };
  return { config: rule.config.parse({}), problems: [`${rule.name}: ${problem}`] };
}

/** Keys of a schema at a path. */
function keysOf(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: z.ZodType | undefined = schema;
  for (const part of path) current = current && below(bare(current), part);
  const found = current && bare(current);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function below(schema: z.ZodType, part: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(part)];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return undefined;
}

/** Unwraps optional, default and nullable. For a union, returns its object branch. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bare(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).map(bare).find((option) => option instanceof z.ZodObject) ?? schema;
  return schema;
}
