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
   * Integer at least 1.
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
   * Maximum number of templates in the response.
   *
   * Integer from 1 to 1000. Default: all are read.
   */
  limit?: number;
  /**
   * Number of templates to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
  /** Read all pages instead of one. */
  all?: boolean;
}
