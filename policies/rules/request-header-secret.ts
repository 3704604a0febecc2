import { z } from "zod";
import { requestHeaders } from "../cdn/headers.ts";
import { resourceRule } from "../engine/rule.ts";

/** Headers that carry credentials by their standard, and names that say so. */
const credentialHeader =
  /^(authorization|proxy-authorization|cookie|x-amz-security-token)$|(^|[-_])(api[-_]?key|token|secret|password|passwd|signature|credentials?)($|[-_])|apikey/;

export const requestHeaderSecret = resourceRule({
  name: "request-header-secret",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "A header that carries credentials to the origin must be a Pulumi secret.",
  remediation:
    'Take the value from a secret: config.requireSecret("originToken") or pulumi.secret(…). A credential that has been in clear should be changed.',
  reference: "platform-api §2.2; https://www.pulumi.com/docs/iac/concepts/secrets/",
  config: z.object({
    headers: z.array(z.string().min(1)).default([]).describe("Further headers that carry credentials, by name."),
  }),
  on: ["cdn.RuleTemplate"],
  judge({ value, subject, config, report }) {
    const further = new Set(config.headers.map((name) => name.toLowerCase()));
    const map = value.get("options").get("staticRequestHeaders").get("value");
    for (const { name, value: place } of requestHeaders(value.get("options"))) {
      if (!credentialHeader.test(name) && !further.has(name)) continue;
      const key = map.entries().find(([, other]) => other.path === place.path)?.[0] ?? name;
      const isSecret = subject.isSecret(["options", "staticRequestHeaders", "value", key]);
      if (isSecret === false) report(place, "must be a secret; it would stand in the state in clear");
    }
  },
});
