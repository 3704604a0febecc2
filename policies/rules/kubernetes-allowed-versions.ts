import { versionWithV } from "@cloudplatform/pulumi/api";
import { globPattern } from "@cloudplatform/pulumi/values";
import { z } from "zod";
import { choiceProblem } from "../engine/bounds.ts";
import { resourceRule } from "../engine/rule.ts";

export const kubernetesAllowedVersions = resourceRule({
  name: "kubernetes-allowed-versions",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "Clusters must run an allowed version of Kubernetes.",
  remediation:
    "Set version to one from the message; kubernetes.getVersions lists the versions that the platform offers.",
  reference: "platform-api §2.3",
  controls: { "iso-27001": ["A.8.8"], "cis-v8": ["2.2"] },
  needs: "versions",
  config: z.object({
    versions: z
      .array(z.string().min(1))
      .optional()
      .describe("Allowed versions, such as `v1.31.*`; the `v` is optional. Omitted: all."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { versions }, report }) {
    if (versions === undefined) return;
    const place = value.get("version");
    const version = place.text();
    if (version === undefined) return;
    if (!versions.some((one) => globPattern(versionWithV(one)).test(versionWithV(version))))
      report(place, choiceProblem(versions, version));
  },
});
