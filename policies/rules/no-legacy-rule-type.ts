import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const noLegacyRuleType = resourceRule({
  name: "no-legacy-rule-type",
  group: "guard-rails",
  severity: "low",
  level: "advisory",
  description: "Rule templates must use rule type 0; type 1 is legacy.",
  remediation: "Set ruleType: 0 and start the pattern with / or ^/.",
  reference: "platform-api §2.2, §9",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    if (value.get("ruleType").number() === 1) report(value.get("ruleType"), "must be 0; got 1");
  },
});
