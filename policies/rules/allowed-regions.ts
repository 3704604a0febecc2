import { z } from "zod";
import { choiceProblem } from "../engine/bounds.ts";
import { resourceRule } from "../engine/rule.ts";

export const allowedRegions = resourceRule({
  name: "allowed-regions",
  group: "guard-rails",
  severity: "high",
  level: "mandatory",
  description: "Resources must be in an allowed region.",
  remediation: "Choose a region from the message, or ask for yours to be added to the configuration.",
  reference: "platform-api §4 #3, #6",
  controls: { "iso-27001": ["A.5.23"] },
  needs: "regions",
  config: z.object({
    regions: z.array(z.int().min(1)).optional().describe("Ids of the allowed regions. Omitted: all."),
  }),
  on: ["kubernetes.Cluster", "reservations.Reservation"],
  evaluate({ value, config: { regions }, report }) {
    if (regions === undefined) return;
    const region = value.get("regionId");
    const id = region.number();
    if (id !== undefined && !regions.includes(id)) report(region, choiceProblem(regions, `${id}`));
  },
});
