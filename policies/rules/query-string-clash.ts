import { z } from "zod";
import { reportClashes } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";

export const queryStringClash = resourceRule({
  name: "query-string-clash",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "A rule template must treat query strings in one way only.",
  remediation: "Keep one of ignoreQueryString, query_params_whitelist and query_params_blacklist.",
  reference: "companion §3.3",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    reportClashes(
      value.get("options"),
      [
        ["ignoreQueryString", "query_params_whitelist"],
        ["ignoreQueryString", "query_params_blacklist"],
        ["query_params_whitelist", "query_params_blacklist"],
      ],
      report,
    );
  },
});
