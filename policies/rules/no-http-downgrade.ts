import { z } from "zod";
import { bodyLeadsToHttp, downgradeOf, isHttpAddress } from "../cdn/downgrade.ts";
import { responseHeaders } from "../cdn/headers.ts";
import { isOn } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

export const noHttpDowngrade = resourceRule({
  name: "no-http-downgrade",
  group: "guard-rails",
  severity: "high",
  level: "mandatory",
  description: "Rule templates must not downgrade connections to HTTP.",
  remediation:
    "Set overrideOriginProtocol to HTTPS or MATCH, switch redirect_https_to_http off, and name https: in addresses of headers, redirects and rewrites.",
  reference: "platform-api §2.2",
  controls: { "iso-27001": ["A.8.24"], "cis-v8": ["3.10"] },
  config: z.object({
    allowOriginHttp: z.boolean().default(false).describe("Lets the CDN fetch from the origin over HTTP."),
  }),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, config, report }) {
    const options = value.get("options");
    const protocol = value.get("overrideOriginProtocol");
    if (!config.allowOriginHttp && protocol.text() === "HTTP")
      report(protocol, "must be HTTPS or MATCH; got HTTP, so requests to the origin are not encrypted");
    const redirect = options.get("redirect_https_to_http");
    if (isOn(redirect)) report(redirect, "must be off; it sends visitors from HTTPS to HTTP");
    for (const body of bodiesToHttp(options))
      report(body, "must not name http:; it sends visitors to an address without encryption");
    for (const { name, value: header, texts } of responseHeaders(options)) {
      const [message] = texts.flatMap((text) => downgradeOf(name, text) ?? []);
      if (message !== undefined) report(header, message);
    }
  },
});

/** Fixed responses and rewritten addresses that have the effect of a redirect to HTTP. */
function bodiesToHttp(options: Value): Value[] {
  const isActive = (option: Value) => option.get("enabled").boolean() === true;
  const [fixed, rewrite] = [options.get("force_return"), options.get("rewrite")];
  const found: Value[] = [];
  const isRedirect = /^3\d\d$/.test(String(fixed.get("code").number()));
  const body = fixed.get("body").text() ?? "";
  const leads = isRedirect ? isHttpAddress(body) : bodyLeadsToHttp(body);
  if (isActive(fixed) && leads) found.push(fixed.get("body"));
  // `pattern replacement`: a replacement that is an address is a redirect.
  const [, replacement = ""] = (rewrite.get("body").text() ?? "").trim().split(/\s+/);
  if (isActive(rewrite) && isHttpAddress(replacement.replace(/^["']/, ""))) found.push(rewrite.get("body"));
  return found;
}
