// @ts-check
import { resourceRule } from "@cloudplatform/policies";
import { z } from "zod";

/** A rule about one resource. */
export const clusterNamePrefix = resourceRule({
  name: "cluster-name-prefix",
  group: "guard-rails",
  severity: "low",
  level: "mandatory",
  description: "The name of a cluster must begin with its team.",
  remediation: "Put the team in front: shop-checkout.",
  reference: "Acme, naming",
  config: z.object({
    teams: z.array(z.string().min(1)).default(["shop", "data"]).describe("Teams that own clusters."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config, report }) {
    const name = value.get("name");
    // Undefined means unknown at preview. The pack reports that.
    const text = name.text();
    if (text === undefined || config.teams.some((team) => text.startsWith(`${team}-`))) return;
    report(name, `must begin with ${config.teams.map((team) => `${team}-`).join(" or ")}; got ${text}`);
  },
});
