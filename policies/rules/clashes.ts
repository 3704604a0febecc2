import { z } from "zod";
import { reportClashes } from "../cdn/options.ts";
import { type ResourceRule, resourceRule } from "../engine/rule.ts";

/** CDN options that exclude each other. */
interface Clash {
  name: string;
  description: string;
  remediation: string;
  pairs: readonly (readonly [string, string])[];
}

/** companion §3.3. */
const table: readonly Clash[] = [
  {
    name: "host-header-clash",
    description: "A rule template must either set the Host header or forward the client's.",
    remediation: "Keep one of hostHeader and forward_host_header.",
    pairs: [["hostHeader", "forward_host_header"]],
  },
  {
    name: "query-string-clash",
    description: "A rule template must set only one option for query strings.",
    remediation: "Keep one of ignoreQueryString, query_params_whitelist and query_params_blacklist.",
    pairs: [
      ["ignoreQueryString", "query_params_whitelist"],
      ["ignoreQueryString", "query_params_blacklist"],
      ["query_params_whitelist", "query_params_blacklist"],
    ],
  },
  {
    name: "redirect-clash",
    description: "A rule template must not redirect to HTTPS and to HTTP at once.",
    remediation: "Keep redirect_http_to_https and turn off redirect_https_to_http.",
    pairs: [["redirect_http_to_https", "redirect_https_to_http"]],
  },
  {
    name: "slice-compression-clash",
    description: "A rule template must not compress content that it fetches in slices or already compressed.",
    remediation: "Keep either slice or fetch_compressed, or the compression (gzipOn, brotli_compression).",
    pairs: [
      ["slice", "gzipOn"],
      ["slice", "brotli_compression"],
      ["fetch_compressed", "gzipOn"],
      ["fetch_compressed", "brotli_compression"],
      ["slice", "fetch_compressed"],
    ],
  },
];

export const clashRules: readonly ResourceRule[] = table.map(
  ({ name, description, remediation, pairs }) =>
    resourceRule({
      name,
      group: "guard-rails",
      severity: "medium",
      level: "mandatory",
      description,
      remediation,
      reference: "companion §3.3",
      config: z.object({}),
      on: ["cdn.RuleTemplate"],
      evaluate: ({ value, report }) => reportClashes(value.get("options"), pairs, report),
    }) as unknown as ResourceRule,
);
