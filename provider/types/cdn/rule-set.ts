// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { RuleTemplateOptions } from "./options.ts";

/**
 * Inputs of a CDN rule set: rule templates in one order.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleSetInputs {
  /** The rules by key; `order` sets their order. */
  rules: Record<string, RuleSetRule>;
  /** Keys of all rules in order: weights ascend from the first to the last. */
  order?: string[];
  /** Keys of rules that leave the set and stay on the platform, so that another program can adopt them. */
  released?: string[];
  /**
   * Ids of rule templates that other resources of the program adopt: they stay on the platform when they leave the set.
   */
  adopted?: string[];
  /** Creates rules even if identical templates exist outside the stack. */
  allowDuplicate?: boolean;
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
}

/**
 * A rule of a CDN rule set: options for the paths that it matches.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleSetRule {
  /**
   * Path of a file or folder, or a pattern, that the rule applies to. A leading slash is added if it is missing.
   *
   * 1 to 300 characters.
   */
  rule: string;
  /**
   * 0: regular expression that starts with `^/` or `/`. 1: legacy regular expression; the platform puts a `/` before
   * it.
   *
   * Integer from 0 to 1.
   */
  ruleType: number;
  /**
   * Name of the template. The platform sets one if it is omitted.
   *
   * Not empty.
   */
  name?: string;
  /**
   * Order of execution. Computed from the order of the rules; programs omit it.
   *
   * Integer from 1 to 2147483647. The platform sets it when it is omitted.
   */
  weight?: number;
  /**
   * Protocol of requests to the origin. `MATCH`: chosen automatically; the origin must serve both. null: inherited from
   * the CDN resource.
   */
  overrideOriginProtocol?: "HTTPS" | "HTTP" | "MATCH" | null;
  /** CDN options by the platform's names. null: not added to the rule. Omitted: inherited from the CDN resource. */
  options?: RuleTemplateOptions;
  /**
   * Id of an existing rule template that the set adopts instead of creating one. It has no effect once the set has the
   * rule.
   */
  import?: string;
}

/**
 * Outputs of a CDN rule set: rule templates in one order.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleSetOutputs {
  /** The rules by key; `order` sets their order. */
  rules: Record<string, RuleSetRule>;
  /** Keys of all rules in order: weights ascend from the first to the last. */
  order?: string[];
  /** Keys of rules that leave the set and stay on the platform, so that another program can adopt them. */
  released?: string[];
  /**
   * Ids of rule templates that other resources of the program adopt: they stay on the platform when they leave the set.
   */
  adopted?: string[];
  /** Creates rules even if identical templates exist outside the stack. */
  allowDuplicate?: boolean;
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
  /**
   * Ids of the rule templates, by key.
   *
   * Read-only.
   */
  templateIds: Record<string, number>;
}
