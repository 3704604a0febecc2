import type { z } from "zod";
import type { Prior } from "./prior.ts";
import type { Kind, Subject } from "./subject.ts";
import type { Value } from "./value.ts";

export type Severity = "low" | "medium" | "high" | "critical";
export type Level = "advisory" | "mandatory" | "disabled";
/** Groups of the table of rules. */
export const groups = ["limits", "guard-rails", "money", "stack", "house"] as const;
export type Group = (typeof groups)[number];

/** Values of a rule's parameters, by name. */
export type Parameters = Record<string, unknown>;

/** Parameters of a rule: a zod object, of which the public types show only what a rule must have. */
export interface ConfigSchema<Config = Parameters> {
  readonly shape: Readonly<Record<string, unknown>>;
  parse(value: unknown): Config;
}

/** The schema as zod knows it. @internal */
export function zodObjectOf(schema: ConfigSchema<unknown>): z.ZodObject {
  return schema as unknown as z.ZodObject;
}

/** What every rule says of itself, once: the pack, the table of rules and the reports of CI take it from here. */
export interface About<Config = Parameters> {
  name: string;
  group: Group;
  severity: Severity;
  /** Level of the preset `baseline`, which holds when nothing is configured. */
  level: Level;
  /** What must be true, in a sentence. */
  description: string;
  /** What to do about a violation. */
  remediation: string;
  /** Where the rule comes from. */
  reference: string;
  /** Parameters; each has a default or is optional, so that a rule works without any. */
  config: ConfigSchema<Config>;
  /** The parameter without which the rule evaluates nothing. */
  needs?: string;
  /** What is wrong between parameters that are valid one by one, such as a minimum above the maximum. */
  configProblem?(config: Record<string, unknown>): string | undefined;
}

/** What a rule that looks at one resource can use. */
export interface Look<Config> {
  config: Config;
  subject: Subject;
  /** Properties of the resource. */
  value: Value;
  /** Says what is wrong, and where. */
  report(at: Value | undefined, message: string): void;
}

/** A rule about one resource. */
export interface ResourceRule<Config = Parameters> extends About<Config> {
  on: readonly Kind[];
  judge(look: Look<Config>): void;
}

/** Resources that the engine deletes or replaces, by URN; `replace` names the fields that force it. */
export type Operations = ReadonlyMap<string, "delete" | { replace: string } | undefined>;

/** What a rule that looks at the whole stack can use. */
export interface StackLook<Config> {
  config: Config;
  /** The stack's resources of the platform. */
  subjects: readonly Subject[];
  /** A reader of a resource's properties; what is not known counts as not judged. */
  read(subject: Subject): Value;
  /** Outputs of the stack, as far as they are known. */
  outputs: Value;
  /** Whether the whole program has been seen; while an update still goes on, only what has come by so far is there. */
  complete: boolean;
  /** The stack before this change; only for rules that say `needsPrior`. */
  prior: Prior;
  /**
   * What the engine does to resources, by URN, where that is known: `cloudplatform-policy check` reads it from the engine's
   * own events. Undefined as a whole: nobody can tell, and rules predict it.
   */
  operations?: Operations;
  report(subject: Subject | undefined, message: string): void;
  /** Says what could not be judged, and why. */
  notJudged(subject: Subject | undefined, message: string): void;
}

/** A rule about the whole stack. */
export interface StackRule<Config = Parameters> extends About<Config> {
  /**
   * Resources before which an update asks the rule, with what has come by so far. The engine asks for the whole stack only
   * when everything is made and deleted; that is in time in a preview, and too late in an update that had none.
   */
  early?: readonly Kind[];
  /** Whether the rule compares with the stack as it was. */
  needsPrior?: boolean;
  judgeStack(look: StackLook<Config>): void;
}

export type Rule = ResourceRule | StackRule;

export function resourceRule<Config>(rule: ResourceRule<Config>): ResourceRule<Config> {
  return rule;
}

export function stackRule<Config>(rule: StackRule<Config>): StackRule<Config> {
  return rule;
}

export function isStackRule(rule: Rule): rule is StackRule {
  return "judgeStack" in rule;
}
