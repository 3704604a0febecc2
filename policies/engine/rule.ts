import type { z } from "zod";
import type { ClusterPrices } from "../money/cluster-price.ts";
import type { Controls } from "./controls.ts";
import type { PreviousState } from "./previous-state.ts";
import type { Kind, PlatformResource } from "./resource.ts";
import type { Value } from "./value.ts";

export type Severity = "low" | "medium" | "high" | "critical";
/** `remediate` corrects a violation before it is evaluated; only rules with one safe answer have it. */
export type Level = "advisory" | "mandatory" | "disabled" | "remediate";
/** Groups of the table of rules; `meta` has the policies about the rules themselves. */
export const groups = ["limits", "guard-rails", "money", "stack", "meta"] as const;
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

/** Metadata of a rule, written once: the pack, the table of rules and the reports of CI take it from here. */
export interface RuleMetadata<Config = Parameters> {
  name: string;
  /** Names that configurations of earlier releases use. */
  formerNames?: readonly string[];
  group: Group;
  severity: Severity;
  /** Level of the preset `baseline`, the default. */
  level: Level;
  /** What must be true, in a sentence. */
  description: string;
  /** What to do about a violation. */
  remediation: string;
  /** Source of the rule. */
  reference: string;
  /** Controls of frameworks that the rule supports, by framework: `{ "iso-27001": ["A.8.24"] }`. */
  controls?: Controls;
  /** Parameters; each has a default or is optional, so that a rule works without any. */
  config: ConfigSchema<Config>;
  /** The parameter without which the rule evaluates nothing. */
  needs?: string;
  /** Reports a conflict between parameters that are valid one by one, such as a minimum above the maximum. */
  configProblem?(config: Record<string, unknown>): string | undefined;
}

/** What a rule about one resource can use. */
export interface RuleContext<Config> {
  config: Config;
  resource: PlatformResource;
  /** Properties of the resource. */
  value: Value;
  /** Reports a violation at a property; undefined: of the resource as a whole. */
  report(at: Value | undefined, message: string): void;
}

/** A rule about one resource. */
export interface ResourceRule<Config = Parameters> extends RuleMetadata<Config> {
  on: readonly Kind[];
  evaluate(context: RuleContext<Config>): void;
  /**
   * Corrects a violation of a rule that has one safe answer: returns all properties with the correction, or undefined where
   * nothing is to be corrected. The engine applies it where the level of the rule is `remediate`.
   */
  remediate?(
    properties: Readonly<Record<string, unknown>>,
    context: RemediationContext<Config>,
  ): Record<string, unknown> | undefined;
}

/** What a rule's correction can use. Values of properties may be marked as secrets; these functions keep the markers. */
export interface RemediationContext<Config> {
  config: Config;
  /** Whether a value is marked as a secret. */
  isSecret(value: unknown): boolean;
  /** A value with the one at a path below it replaced; undefined where there is none, or `change` returns undefined. */
  replaceAt<T>(value: T, path: readonly string[], change: (value: unknown) => unknown): T | undefined;
  /** The properties with the value at a path marked as a secret; undefined where there is none, or it is one. */
  makeSecret(
    properties: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ): Record<string, unknown> | undefined;
}

/** Resources that the engine deletes or replaces, by URN; `replace` names the fields that cause it. */
export type Operations = ReadonlyMap<string, "delete" | { replace: string } | undefined>;

/** What a rule about the whole stack can use. */
export interface StackRuleContext<Config> {
  config: Config;
  /** The stack's resources of the platform. */
  resources: readonly PlatformResource[];
  /** A reader of a resource's properties; what is not known is reported as not evaluated. */
  read(resource: PlatformResource): Value;
  /** Outputs of the stack, as far as they are known. */
  outputs: Value;
  /** Whether the whole program has been seen; during an update, `resources` has only those registered so far. */
  complete: boolean;
  /** URNs of all that the program declares, components and other providers' resources included; undefined: not known. */
  urns?: ReadonlySet<string> | undefined;
  /** The stack before this change; only for rules with `needsPreviousState`. */
  previousState: PreviousState;
  /**
   * What the engine does to resources, by URN: `cloudplatform-policy check` reads it from the engine's own events. Undefined
   * as a whole: not known, and rules predict it.
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
   * Resources before whose creation an update evaluates the rule, with those registered so far. The engine evaluates the whole
   * stack only when everything is created and deleted; that is in time in a preview, and too late in an update without one.
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
