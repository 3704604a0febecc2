import { z } from "zod";
import { reportClashes } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";

export const hostHeaderClash = resourceRule({
  name: "host-header-clash",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "A rule template must either set the Host header or forward the client's.",
  remediation: "Keep one of hostHeader and forward_host_header.",
  reference: "companion §3.3",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    reportClashes(value.get("options"), [["hostHeader", "forward_host_header"]], report);
  },
});
