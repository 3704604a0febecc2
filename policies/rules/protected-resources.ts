import { globPattern } from "@cloudplatform/pulumi/values";
import { z } from "zod";
import { type Kind, kinds } from "../engine/resource.ts";
import { resourceRule } from "../engine/rule.ts";

const costly: Kind[] = ["kubernetes.Cluster", "reservations.Reservation"];

export const protectedResources = resourceRule({
  name: "protected-resources",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description: "Resources that are hard to restore must be protected from deletion.",
  remediation: "Add { protect: true } to the resource's options.",
  reference: "https://www.pulumi.com/docs/iac/concepts/resources/options/protect/",
  controls: { "iso-27001": ["A.8.32"] },
  config: z.object({
    types: z.array(z.enum(kinds)).default(costly).describe("Types of resources that must be protected."),
    names: z.array(z.string().min(1)).default(["*"]).describe("Names of resources; `*` matches any text."),
  }),
  on: kinds,
  evaluate({ resource, config, report }) {
    if (resource.protect || !config.types.includes(resource.kind)) return;
    if (config.names.some((name) => globPattern(name).test(resource.name)))
      report(undefined, `"${resource.name}" must have the option protect: true`);
  },
});
