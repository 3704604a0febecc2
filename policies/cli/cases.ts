import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type PackConfig, settingOf } from "../config/index.ts";
import { evaluateResource, evaluateStack, type RuleResult } from "../engine/evaluate.ts";
import { kindOf, type PlatformResource } from "../engine/resource.ts";
import { isStackRule, type Rule } from "../engine/rule.ts";
import { withParts } from "../engine/rules-as-resources.ts";
import { rules } from "../rules/index.ts";
import { CheckError } from "./error.ts";

const resource = z.strictObject({
  type: z.string().describe("Area and type, such as `kubernetes:Cluster`, or a full type token."),
  name: z.string().default("resource"),
  inputs: z.record(z.string(), z.unknown()),
  secrets: z.array(z.string()).default([]).describe("Paths of secrets, such as `options.secure_key.key`."),
  protect: z.boolean().default(false),
});

/** A case of `cloudplatform-policy test`: the expected result of a rule for given resources, under the tested configuration. */
const caseSchema = z.strictObject({
  title: z.string().min(1),
  rule: z.enum(rules.map((rule) => rule.name) as [string, ...string[]]),
  resources: z.array(resource).min(1),
  before: z.array(resource).optional().describe("The stack before the change."),
  expect: z.enum(["pass", "violation"]),
  message: z.string().optional().describe("A part of the violation's message."),
});

type Case = z.output<typeof caseSchema>;

interface CasesResult {
  passed: number;
  failures: string[];
  /** Enabled rules that no case covers. */
  uncovered: string[];
}

/** Runs the cases of a folder against a configuration. */
export async function testCases(folder: string, config: PackConfig): Promise<CasesResult> {
  const cases = await readCases(folder);
  const failures = cases.flatMap((one) => problemOf(one, config) ?? []);
  const covered = new Set(cases.map((one) => one.rule));
  const inForce = rules.filter((rule) => settingOf(config, rule).level !== "disabled");
  return {
    passed: cases.length - failures.length,
    failures,
    uncovered: inForce.map((rule) => rule.name).filter((name) => !covered.has(name)),
  };
}

export function casesText({ passed, failures, uncovered }: CasesResult): string {
  const lines = failures.map((failure) => `✗ ${failure}`);
  if (uncovered.length > 0) lines.push(`Rules without a case: ${uncovered.join(", ")}`);
  lines.push(`${passed} passed, ${failures.length} failed`);
  return `${lines.join("\n")}\n`;
}

async function readCases(folder: string): Promise<Case[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  } catch (error) {
    throw new CheckError(
      `The cases in "${folder}" could not be read: ${error instanceof Error ? error.message : error}`,
      "CP5003",
    );
  }
  const files = await Promise.all(names.map(async (name) => readFile(join(folder, name), "utf8")));
  const cases = files.flatMap((text, index) => parseCases(text, join(folder, names[index] ?? "")));
  if (cases.length === 0) throw new CheckError(`There are no cases (*.json) in "${folder}".`, "CP5003");
  return cases;
}

function parseCases(text: string, file: string): Case[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CheckError(`"${file}" is not valid JSON: ${error instanceof Error ? error.message : error}`, "CP5003");
  }
  const parsed = z.array(caseSchema).safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new CheckError(`The cases in "${file}" are not valid:\n${problems.join("\n")}`, "CP5003");
}

function problemOf(one: Case, config: PackConfig): string | undefined {
  const rule = rules.find(({ name }) => name === one.rule);
  if (rule === undefined) return `${one.title}: there is no rule ${one.rule}`;
  const { level, parameters } = settingOf(config, rule);
  const { violations } = level === "disabled" ? { violations: [] } : resultOf(rule, one, parameters);
  const messages = violations.map(({ message }) => message);
  if (one.expect === "pass")
    return messages.length === 0
      ? undefined
      : `${one.title}: expected no violation of ${one.rule}, got: ${messages.join("; ")}`;
  if (messages.length === 0)
    return `${one.title}: expected a violation of ${one.rule}, got none${level === "disabled" ? " (the rule is disabled)" : ""}`;
  const { message } = one;
  if (message === undefined || messages.some((text) => text.includes(message))) return undefined;
  return `${one.title}: expected "${message}", got: ${messages.join("; ")}`;
}

function resultOf(rule: Rule, one: Case, parameters: Record<string, unknown>): Pick<RuleResult, "violations"> {
  const resources = one.resources.flatMap((given) => resourcesOf(given, one));
  if (isStackRule(rule)) {
    const previousState =
      one.before === undefined
        ? { missing: "not given" }
        : { resources: one.before.flatMap((given) => resourcesOf(given, one)) };
    return evaluateStack(rule, { resources, outputs: {}, previousState, complete: true }, parameters);
  }
  const own = resources.filter(({ kind }) => rule.on.includes(kind));
  return { violations: own.flatMap((resource) => evaluateResource(rule, resource, parameters).violations) };
}

function resourcesOf(
  { type, name, inputs, secrets, protect }: z.output<typeof resource>,
  one: Case,
): readonly PlatformResource[] {
  const kind = kindOf(type) ?? kindOf(`cloudplatform:${type}`);
  if (kind === undefined) throw new CheckError(`${one.title}: "${type}" is not a type of this platform.`, "CP5003");
  return withParts({
    kind,
    urn: `urn:pulumi:test::cases::cloudplatform:${kind.replace(".", ":")}::${name}`,
    name,
    protect,
    aliases: [],
    properties: inputs,
    isSecret: (path) => secrets.includes(path.join(".")),
  });
}
