import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

const path = ["options", "secure_key", "key"] as const;

export const secureKeySecret = resourceRule({
  name: "secure-key-secret",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "The key of signed links must be a Pulumi secret.",
  remediation:
    'Take the key from a secret: config.requireSecret("linkKey") or pulumi.secret(…). Change a key that has been stored in clear text.',
  reference: "platform-api §2.2; https://www.pulumi.com/docs/iac/concepts/secrets/",
  controls: { "iso-27001": ["A.5.17", "A.8.24"], "cis-v8": ["3.11"] },
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  // The value stays the same; only its copy in the state is encrypted.
  remediate: (properties, { makeSecret }) => makeSecret(properties, path),
  evaluate({ value, resource, report }) {
    const key = value.get("options").get("secure_key").get("key");
    // The marker of a secret is known even if the key itself is not.
    if (!key.isGiven() || resource.isSecret(path) !== false) return;
    report(key, "must be a secret; it would be stored in the state in clear text");
  },
});
