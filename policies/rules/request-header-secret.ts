import { z } from "zod";
import { credentialForm, holdsNothing, looksRandom, namesCredentials } from "../cdn/credentials.ts";
import { requestHeaders, responseHeaders } from "../cdn/headers.ts";
import { resourceRule } from "../engine/rule.ts";

export const requestHeaderSecret = resourceRule({
  name: "request-header-secret",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description:
    "A header that carries credentials to the origin must be a Pulumi secret, and no header may send credentials to visitors.",
  remediation:
    'Take the value from a secret: config.requireSecret("originToken") or pulumi.secret(…). Change a credential that has been stored in clear text or sent to visitors.',
  reference: "platform-api §2.2; https://www.pulumi.com/docs/iac/concepts/secrets/",
  controls: { "iso-27001": ["A.5.17", "A.8.24"], "cis-v8": ["3.11"] },
  config: z.object({
    headers: z.array(z.string().min(1)).default([]).describe("Names of further headers that carry credentials."),
    byValue: z
      .boolean()
      .default(true)
      .describe("Also evaluates the values of headers: known forms of tokens and keys, and values that look random."),
  }),
  on: ["cdn.RuleTemplate"],
  // The values stay the same; only their copies in the state are encrypted.
  remediate(properties, { config, replaceAt, makeSecret }) {
    const names: string[] = [];
    replaceAt(properties, headersPath, (headers) => {
      if (headers !== null && typeof headers === "object")
        names.push(
          ...Object.entries(headers).flatMap(([name, value]) =>
            reasonOf(name, textsOf(value), config) === undefined ? [] : [name],
          ),
        );
      return undefined;
    });
    return names.reduce<Record<string, unknown> | undefined>(
      (changed, name) => makeSecret(changed ?? properties, [...headersPath, name]) ?? changed,
      undefined,
    );
  },
  evaluate({ value, resource, config, report }) {
    for (const { name, key, value: header, texts } of requestHeaders(value.get("options"))) {
      const reason = reasonOf(name, texts, config);
      if (reason === undefined) continue;
      if (resource.isSecret([...headersPath, key]) === false)
        report(header, `must be a secret${reason}; it would be stored in the state in clear text`);
    }
    if (!config.byValue) return;
    for (const { value: header, texts } of responseHeaders(value.get("options"))) {
      const form = credentialForm(texts);
      if (form !== undefined) report(header, `must not be sent to visitors: it is ${form}`);
    }
  },
});

const headersPath = ["options", "staticRequestHeaders", "value"] as const;

/** Why a header carries credentials, as worded in the message; undefined if it does not. */
function reasonOf(
  name: string,
  texts: readonly string[],
  { headers, byValue }: { headers: readonly string[]; byValue: boolean },
): string | undefined {
  if (holdsNothing(texts)) return undefined;
  if (namesCredentials(name, headers)) return "";
  if (!byValue) return undefined;
  const form = credentialForm(texts);
  if (form !== undefined) return ` (it is ${form})`;
  return texts.some(looksRandom) ? " (it looks random)" : undefined;
}

function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (typeof one === "string" ? [one] : []));
}
