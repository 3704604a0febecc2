// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { RuleTemplateOptions } from "./options.ts";

/**
 * Inputs of a CDN rule template: options for the paths that a rule matches.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleTemplateInputs {
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
   * Order of execution, lowest first. The platform sets one if it is omitted.
   *
   * Integer from 1 to 2147483647.
   */
  weight?: number;
  /**
   * Protocol of requests to the origin. `MATCH`: chosen automatically; the origin must serve both. null: inherited from
   * the CDN resource.
   */
  overrideOriginProtocol?: "HTTPS" | "HTTP" | "MATCH" | null;
  /** CDN options by the platform's names. null: not added to the rule. Omitted: inherited from the CDN resource. */
  options?: RuleTemplateOptions;
  /** Creates the object even if an identical one exists outside the stack. */
  allowDuplicate?: boolean;
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
}

/**
 * A CDN rule template as the platform returns it.
 *
 * *Source:* platform-api §2.2; companion §3.
 */
export interface RuleTemplateResult {
  /** Template id. */
  id: number;
  /** Name of the template. */
  name?: string | null;
  /** Client that owns the template. */
  client?: number | null;
  /** Whether the template has been deleted. */
  deleted?: boolean | null;
  /** Pattern with its leading slash. */
  rule: string;
  /** 0: regular expression. 1: legacy. */
  ruleType: number;
  /** Order of execution, lowest first. */
  weight?: number | null;
  /** Whether the rule is a template. */
  template?: boolean | null;
  /** Whether it is a system template, which cannot be changed. */
  default?: boolean | null;
  /** Protocol to the origin. */
  overrideOriginProtocol?: "HTTPS" | "HTTP" | "MATCH" | null;
  /** CDN options; null or omitted if not set. */
  options?: RuleTemplateOptions | null;
}

/**
 * Outputs of a CDN rule template: options for the paths that a rule matches.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleTemplateOutputs {
  /** Pattern with its leading slash. */
  rule: string;
  /**
   * 0: regular expression that starts with `^/` or `/`. 1: legacy regular expression; the platform puts a `/` before
   * it.
   */
  ruleType: number;
  /** Name of the template, the platform's own if none was declared. */
  name: string;
  /** Order of execution, lowest first; the platform's own if none was declared. */
  weight: number;
  /**
   * Protocol of requests to the origin. `MATCH`: chosen automatically; the origin must serve both. null: inherited from
   * the CDN resource.
   */
  overrideOriginProtocol?: "HTTPS" | "HTTP" | "MATCH" | null;
  /** CDN options by the platform's names. null: not added to the rule. Omitted: inherited from the CDN resource. */
  options?: RuleTemplateOptions;
  /** Creates the object even if an identical one exists outside the stack. */
  allowDuplicate?: boolean;
  /**
   * Keeps secrets out of state: a keyed hash replaces each value that is always secret, and each header that the
   * program marks as secret.
   */
  writeOnly?: boolean;
  /**
   * Id of the template as a number.
   *
   * Read-only.
   */
  templateId: number;
  /**
   * Client that owns the template.
   *
   * Read-only.
   */
  client?: number;
  /**
   * Whether the template has been deleted.
   *
   * Read-only.
   */
  deleted: boolean;
  /**
   * Whether the rule is a template.
   *
   * Read-only.
   */
  template?: boolean;
  /**
   * Whether it is a system template, which cannot be changed.
   *
   * Read-only.
   */
  default: boolean;
}
