import { compareVersions, parseVersion } from "@cloudplatform/pulumi/values";
import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const kubernetesMinimumVersion = resourceRule({
  name: "kubernetes-minimum-version",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "Clusters must not run a version of Kubernetes below the minimum.",
  remediation: "Raise version by one minor version at a time; upgrades happen in place.",
  reference: "platform-api §2.3; companion §2.5",
  controls: { "iso-27001": ["A.8.8"], "cis-v8": ["2.2"] },
  needs: "minimum",
  config: z.object({
    minimum: z
      .string()
      .regex(/^v?\d+\.\d+(\.\d+)?/, { error: 'must be a version such as "v1.31" or "v1.31.9"' })
      .optional()
      .describe("Minimum version, such as `v1.31` or `v1.31.9`. Omitted: no minimum."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { minimum }, report }) {
    if (minimum === undefined) return;
    const place = value.get("version");
    const version = place.text();
    if (version === undefined) return;
    if (!isAtLeast(version, minimum)) report(place, `must be at least ${minimum}; got ${version}`);
  },
});

/** A version of an unknown form is never high enough. */
function isAtLeast(version: string, minimum: string): boolean {
  const [found, wanted] = [version, minimum].map((text) => parseVersion(text, { suffix: true }));
  return found !== undefined && wanted !== undefined && compareVersions(found, wanted) >= 0;
}
