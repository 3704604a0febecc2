// @ts-check
import { resourceRule } from "@cloudplatform/policies";
import { z } from "zod";

/** A rule about one resource. Without teams in the configuration it evaluates nothing. */
export const clusterNamePrefix = resourceRule({
  name: "cluster-name-prefix",
  group: "guard-rails",
  severity: "low",
  level: "mandatory",
  description: "The name of a cluster must begin with its team.",
  remediation: "Put the team in front: shop-checkout.",
  reference: "Our naming convention",
  config: z.object({
    teams: z.array(z.string().min(1)).optional().describe("Teams that own clusters. Left out: not evaluated."),
  }),
  needs: "teams",
  on: ["kubernetes.Cluster"],
  evaluate({ value, config: { teams }, report }) {
    const name = value.get("name");
    // Undefined means unknown at preview. The pack reports that.
    const text = name.text();
    if (teams === undefined || text === undefined || teams.some((team) => text.startsWith(`${team}-`))) return;
    report(name, `must begin with ${teams.map((team) => `${team}-`).join(" or ")}; it is ${text}`);
  },
});
