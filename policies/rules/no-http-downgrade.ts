import { z } from "zod";
import { isOn } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";

export const noHttpDowngrade = resourceRule({
  name: "no-http-downgrade",
  group: "guard-rails",
  severity: "high",
  level: "mandatory",
  description: "Rule templates must not remove the encryption of a connection.",
  remediation: "Set overrideOriginProtocol to HTTPS or MATCH, and switch redirect_https_to_http off.",
  reference: "platform-api §2.2",
  config: z.object({
    allowOriginHttp: z.boolean().default(false).describe("Lets the CDN fetch from the origin over HTTP."),
  }),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, config, report }) {
    const protocol = value.get("overrideOriginProtocol");
    if (!config.allowOriginHttp && protocol.text() === "HTTP")
      report(protocol, "must be HTTPS or MATCH; it is HTTP, so requests to the origin are not encrypted");
    const redirect = value.get("options").get("redirect_https_to_http");
    if (isOn(redirect) && redirect.get("value").boolean() === true)
      report(redirect, "must be off; it sends visitors from HTTPS to HTTP");
    // The same effect by a fixed response or a rewritten address that names HTTP.
    for (const name of ["force_return", "rewrite"]) {
      const option = value.get("options").get(name);
      const body = option.get("body");
      if (option.get("enabled").boolean() === true && /(^|[\s"'])http:\/\//i.test(body.text() ?? ""))
        report(body, "must not name http://; it sends visitors to an address without encryption");
    }
  },
});
