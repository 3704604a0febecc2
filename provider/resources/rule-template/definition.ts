import { z } from "zod";
import { limits, ruleTemplateBody } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/definition.ts";

const providerInputs = z.object({
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Creates it although the platform has one of the same content that this stack does not have in state."),
});

const isOneTooLong = (rule: unknown): rule is string =>
  typeof rule === "string" && rule.startsWith("/") && rule.length === limits.cdn.ruleLength.max + 1;

/** What a CDN rule template is. platform-api §2.2. */
export const ruleTemplateDefinition = {
  area: "cdn",
  type: "RuleTemplate",
  noun: "CDN rule template",
  schema: ruleTemplateBody,
  providerInputs,
  identifyingInputs: ["rule", "ruleType"],
  adoption: {
    word: "rule-template",
    importId: { form: "number of the template", example: "77" },
    // The slash that the platform adds does not count toward the longest rule (platform-api §2.2), but would be counted as given.
    normalise: (live) => (isOneTooLong(live.rule) ? { ...live, rule: live.rule.slice(1) } : live),
  },
} as const satisfies ResourceDefinition;
