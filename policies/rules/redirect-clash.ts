import { z } from "zod";
import { reportClashes } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";

export const redirectClash = resourceRule({
  name: "redirect-clash",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "A rule template must not redirect to HTTPS and to HTTP at once.",
  remediation: "Keep redirect_http_to_https and switch redirect_https_to_http off.",
  reference: "companion §3.3",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    reportClashes(value.get("options"), [["redirect_http_to_https", "redirect_https_to_http"]], report);
  },
});
