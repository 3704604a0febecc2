import type { z } from "zod";
import type { ClusterPrices } from "../money/cluster-price.ts";
import type { Controls } from "./controls.ts";
import type { PreviousState } from "./previous-state.ts";
import type { Kind, PlatformResource } from "./resource.ts";
import type { Value } from "./value.ts";

export type Severity = "low" | "medium" | "high" | "critical";
/** `remediate` corrects a violation before the evaluation; only rules with a single safe correction support it. */
export type Level = "advisory" | "mandatory" | "disabled" | "remediate";
/** Groups in the table of rules; `meta` contains the policies about the rules themselves. */
export const groups = ["limits", "guard-rails", "money", "stack", "meta"] as const;
export type Group = (typeof groups)[number];

/** Values of a rule's parameters, by name. */
export type Parameters = Record<string, unknown>;

/** Parameters of a rule: a zod object. The public types show only what a rule must have. */
interface ConfigSchema<Config = Parameters> {
  readonly shape: Readonly<Record<string, unknown>>;
  parse(value: unknown): Config;
}

/** The schema as a zod type. @internal */
export function zodObjectOf(schema: ConfigSchema<unknown>): z.ZodObject {
  return schema as unknown as z.ZodObject;
}

/** Metadata of a rule, the single source for the pack, the table of rules and CI reports. */
export interface RuleMetadata<Config = Parameters> {
  name: string;
  /** Names used in configurations of earlier releases. */
  formerNames?: readonly string[];
  group: Group;
  severity: Severity;
  /** Default level, as in the preset `baseline`. */
  level: Level;
  /** The requirement, as a sentence. */
  description: string;
  /** What to do about a violation. */
  remediation: string;
  /** Source of the rule. */
  reference: string;
  /** Controls that the rule supports, by framework: `{ "iso-27001": ["A.8.24"] }`. */
  controls?: Controls;
  /** Parameters. Each has a default or is optional, so that a rule works without any. */
  config: ConfigSchema<Config>;
  /** The parameter without which the rule evaluates nothing. */
  needs?: string;
  /** Reports a conflict between individually valid parameters, such as a minimum above the maximum. */
  configProblem?(config: Record<string, unknown>): string | undefined;
}

/** The context of a rule about one resource. */
export interface RuleContext<Config> {
  config: Config;
  resource: PlatformResource;
  /** Properties of the resource. */
  value: Value;
  /** Reports a violation at a property, or of the whole resource if `at` is undefined. */
  report(at: Value | undefined, message: string): void;
}

/** A rule about one resource. */
export interface ResourceRule<Config = Parameters> extends RuleMetadata<Config> {
  on: readonly Kind[];
  evaluate(context: RuleContext<Config>): void;
  /**
   * Corrects a violation, for rules with a single safe correction. Returns all properties with the correction, or undefined if
   * nothing needs a correction. The engine applies it if the rule's level is `remediate`.
   */
  remediate?(
    properties: Readonly<Record<string, unknown>>,
    context: RemediationContext<Config>,
  ): Record<string, unknown> | undefined;
}

/** The functions that a rule's correction can use. Property values may be marked as secrets; these functions keep the markers. */
export interface RemediationContext<Config> {
  config: Config;
  /** Whether a value is marked as a secret. */
  isSecret(value: unknown): boolean;
  /** Replaces the value at a path. Returns undefined if there is no such value, or if `change` returns undefined. */
  replaceAt<T>(value: T, path: readonly string[], change: (value: unknown) => unknown): T | undefined;
  /** Marks the value at a path as a secret. Returns undefined if there is no such value, or if it is already a secret. */
  makeSecret(
    properties: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ): Record<string, unknown> | undefined;
}

/** Resources that the engine deletes or replaces, by URN. `replace` lists the fields that cause the replacement. */
export type Operations = ReadonlyMap<string, "delete" | { replace: string } | undefined>;

/** The context of a rule about the whole stack. */
interface StackRuleContext<Config> {
  config: Config;
  /** The stack's resources of the platform. */
  resources: readonly PlatformResource[];
  /** A reader of a resource's properties. Unknown values are reported as not evaluated. */
  read(resource: PlatformResource): Value;
  /** Outputs of the stack, as far as they are known. */
  outputs: Value;
  /** Whether the whole program has been seen. During an update, `resources` contains only those registered so far. */
  complete: boolean;
  /**
   * URNs of everything that the program declares, including components and resources of other providers; undefined if not known.
   */
  urns?: ReadonlySet<string> | undefined;
  /** The stack before this change; only for rules with `needsPreviousState`. */
  previousState: PreviousState;
  /**
   * What the engine does to resources, by URN: `cloudplatform-policy check` reads it from the engine's own events. If the whole
   * map is undefined, the operations are not known and rules predict them.
   */
  operations?: Operations;
  /** The platform's prices of clusters; only for rules with `needsClusterPrices`. */
  clusterPrices?: ClusterPrices;
  report(resource: PlatformResource | undefined, message: string): void;
  /** Reports what could not be evaluated, and why. */
  notEvaluated(resource: PlatformResource | undefined, message: string): void;
}

/** A rule about the whole stack. */
export interface StackRule<Config = Parameters> extends RuleMetadata<Config> {
  /**
   * Kinds of resources before whose creation an update evaluates the rule, with the resources registered so far. The engine
   * evaluates the whole stack only after everything has been created and deleted: early enough in a preview, but too late in an
   * update without one.
   */
  validateBeforeCreate?: readonly Kind[];
  /** Whether the rule compares with the stack before the change. */
  needsPreviousState?: boolean;
  /** Whether the rule needs the platform's prices of clusters. */
  needsClusterPrices?: boolean;
  evaluateStack(context: StackRuleContext<Config>): void;
}

export type Rule = ResourceRule | StackRule;

export function resourceRule<Config>(rule: ResourceRule<Config>): ResourceRule<Config> {
  return rule;
}

export function stackRule<Config>(rule: StackRule<Config>): StackRule<Config> {
  return rule;
}

export function isStackRule(rule: Rule): rule is StackRule {
  return "evaluateStack" in rule;
}
