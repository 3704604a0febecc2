import { z } from "zod";
import { isOn } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

/** `$http_origin` repeats whoever asks, which is a wildcard too (companion §3.3). */
const wildcards = ["*", "$http_origin"];
const header = "access-control-allow-credentials";

export const corsWildcardCredentials = resourceRule({
  name: "cors-wildcard-credentials",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "Answers must not be shared with every site together with credentials.",
  remediation: "List the domains in cors.value, or take the header Access-Control-Allow-Credentials away.",
  reference: "platform-api §2.2; https://fetch.spec.whatwg.org/#cors-protocol-and-credentials",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  judge({ value, report }) {
    const options = value.get("options");
    const cors = options.get("cors");
    if (!isOn(cors)) return;
    const wildcard = cors
      .get("value")
      .elements()
      .find((domain) => wildcards.includes(domain.text() ?? ""));
    if (wildcard !== undefined && allowsCredentials(options))
      report(wildcard, `must be a domain; it is ${JSON.stringify(wildcard.text())} while a header allows credentials`);
  },
});

function allowsCredentials(options: Value): boolean {
  const modern = options.get("static_response_headers");
  const legacy = options.get("staticHeaders");
  const pairs: [string | undefined, Value][] = [];
  if (isOn(modern))
    for (const one of modern.get("value").elements()) pairs.push([one.get("name").text(), one.get("value")]);
  if (isOn(legacy)) pairs.push(...legacy.get("value").entries());
  return pairs.some(([name, value]) => name?.toLowerCase() === header && saysTrue(value));
}

/** A header's value is one text or a list of them. */
function saysTrue(value: Value): boolean {
  const texts = [value, ...value.elements()].map((one) => one.text());
  return texts.some((text) => text?.trim().toLowerCase() === "true");
}
