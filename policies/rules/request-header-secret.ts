import { z } from "zod";
import { requestHeaders } from "../cdn/headers.ts";
import { resourceRule } from "../engine/rule.ts";

/** Headers that carry credentials by their standard, and names that indicate it. */
const credentialHeader =
  /^(authorization|proxy-authorization|cookie|x-amz-security-token)$|(^|[-_])(api[-_]?key|token|secret|password|passwd|signature|credentials?)($|[-_])|apikey/;

export const requestHeaderSecret = resourceRule({
  name: "request-header-secret",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "A header that carries credentials to the origin must be a Pulumi secret.",
  remediation:
    'Take the value from a secret: config.requireSecret("originToken") or pulumi.secret(…). Change a credential that has been stored in clear text.',
  reference: "platform-api §2.2; https://www.pulumi.com/docs/iac/concepts/secrets/",
  config: z.object({
    headers: z.array(z.string().min(1)).default([]).describe("Further headers that carry credentials, by name."),
  }),
  on: ["cdn.RuleTemplate"],
  // The values stay; only their copies in the state are encrypted.
  remediate(properties, { config, replaceAt, makeSecret }) {
    const names: string[] = [];
    replaceAt(properties, headersPath, (headers) => {
      if (headers !== null && typeof headers === "object") names.push(...Object.keys(headers));
      return undefined;
    });
    const credentials = names.filter((name) => carriesCredentials(name, config.headers));
    return credentials.reduce<Record<string, unknown> | undefined>(
      (changed, name) => makeSecret(changed ?? properties, [...headersPath, name]) ?? changed,
      undefined,
    );
  },
  evaluate({ value, resource, config, report }) {
    const map = value.get("options").get("staticRequestHeaders").get("value");
    for (const { name, value: header } of requestHeaders(value.get("options"))) {
      if (!carriesCredentials(name, config.headers)) continue;
      const key = map.entries().find(([, other]) => other.path === header.path)?.[0] ?? name;
      if (resource.isSecret([...headersPath, key]) === false)
        report(header, "must be a secret; it would be stored in the state in clear text");
    }
  },
});

const headersPath = ["options", "staticRequestHeaders", "value"] as const;

/** Names of headers have no case. */
function carriesCredentials(name: string, further: readonly string[]): boolean {
  const lower = name.trim().toLowerCase();
  return credentialHeader.test(lower) || further.some((one) => one.toLowerCase() === lower);
}
