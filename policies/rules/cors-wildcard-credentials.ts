import { z } from "zod";
import { responseHeaders } from "../cdn/headers.ts";
import { isOn } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

/** `$http_origin` repeats the request's origin and is a wildcard, too (companion §3.3); so is `null`, for sandboxed pages. */
const wildcards = ["*", "$http_origin", "null"];

export const corsWildcardCredentials = resourceRule({
  name: "cors-wildcard-credentials",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "CORS must not allow credentials for every origin.",
  remediation: "List the domains in cors.value, or remove the header Access-Control-Allow-Credentials.",
  reference: "platform-api §2.2; https://fetch.spec.whatwg.org/#cors-protocol-and-credentials",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    const options = value.get("options");
    const headers = responseHeaders(options);
    const allowsCredentials = headers.some(
      ({ name, texts }) =>
        name === "access-control-allow-credentials" && texts.some((text) => text.toLowerCase() === "true"),
    );
    if (!allowsCredentials) return;
    // The origin is allowed by the option, or by a header set manually.
    const allowed = headers.filter(({ name }) => name === "access-control-allow-origin");
    const places = [...corsValues(options), ...allowed.flatMap(({ value }) => [value, ...value.elements()])];
    const wildcard = places.find((place) => wildcards.some((one) => one === place.text()?.trim().toLowerCase()));
    if (wildcard !== undefined)
      report(wildcard, `must be a domain; got ${JSON.stringify(wildcard.text())} while a header allows credentials`);
  },
});

function corsValues(options: Value): Value[] {
  const cors = options.get("cors");
  return isOn(cors) ? cors.get("value").elements() : [];
}
