import { globPattern } from "@cloudplatform/pulumi/values";
import { z } from "zod";
import { choiceProblem } from "../engine/bounds.ts";
import type { RuleContext } from "../engine/rule.ts";
import { resourceRule } from "../engine/rule.ts";

const config = z.object({
  flavors: z
    .array(z.string().min(1))
    .optional()
    .describe("Allowed flavors, such as `g1-standard-*`; `*` matches any text. Omitted: all."),
});

export const allowedFlavors = resourceRule({
  name: "allowed-flavors",
  group: "guard-rails",
  severity: "medium",
  level: "mandatory",
  description: "Pools and reservations must use allowed flavors.",
  remediation: "Choose a flavor from the message, or ask for yours to be added to the configuration.",
  reference: "platform-api §2.3, §2.6",
  needs: "flavors",
  config,
  on: ["kubernetes.Cluster", "reservations.Reservation"],
  evaluate({ value, config: { flavors }, resource, report }: RuleContext<z.output<typeof config>>) {
    if (flavors === undefined) return;
    const patterns = flavors.map(globPattern);
    const places =
      resource.kind === "kubernetes.Cluster"
        ? value
            .get("pools")
            .elements()
            .map((pool) => pool.get("flavorId"))
        : value
            .get("resources")
            .elements()
            .map((resource) => resource.get("resourceName"));
    for (const place of places) {
      const flavor = place.text();
      if (flavor !== undefined && !patterns.some((pattern) => pattern.test(flavor)))
        report(place, choiceProblem(flavors, JSON.stringify(flavor)));
    }
  },
});
