// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getRuleTemplate`.
 *
 * *Source:* companion §3.1.
 */
export interface GetRuleTemplateArgs {
  /**
   * Rule template.
   *
   * Whole number at least 1.
   */
  id: number;
}

/**
 * Arguments of `getRuleTemplates`.
 *
 * *Source:* companion §3.1.
 */
export interface GetRuleTemplatesArgs {
  /**
   * Answers in pages of this size.
   *
   * Whole number from 1 to 1000. Default: all are read.
   */
  limit?: number;
  /**
   * Templates to skip.
   *
   * Whole number at least 0.
   */
  offset?: number;
  /** All pages instead of one. */
  all?: boolean;
}
