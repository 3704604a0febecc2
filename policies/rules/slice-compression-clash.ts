import { z } from "zod";
import { reportClashes } from "../cdn/options.ts";
import { resourceRule } from "../engine/rule.ts";

export const sliceCompressionClash = resourceRule({
  name: "slice-compression-clash",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "A rule template must not compress what it fetches in pieces or compressed.",
  remediation: "Keep either slice or fetch_compressed, or the compression (gzipOn, brotli_compression).",
  reference: "companion §3.3",
  config: z.object({}),
  on: ["cdn.RuleTemplate"],
  evaluate({ value, report }) {
    reportClashes(
      value.get("options"),
      [
        ["slice", "gzipOn"],
        ["slice", "brotli_compression"],
        ["fetch_compressed", "gzipOn"],
        ["fetch_compressed", "brotli_compression"],
        ["slice", "fetch_compressed"],
      ],
      report,
    );
  },
});
