import { z } from "zod";
import { stackRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

export const uniqueClusterNames = stackRule({
  name: "unique-cluster-names",
  group: "stack",
  severity: "high",
  level: "mandatory",
  description: "No two clusters of a project and region may have the same name.",
  remediation: "Rename one of the clusters; its name is its address on the platform.",
  reference: "companion §2.1",
  config: z.object({}),
  validateBeforeCreate: ["kubernetes.Cluster"],
  evaluateStack({ resources, read, report }) {
    const seen = new Map<string, string>();
    for (const cluster of resources.filter((resource) => resource.kind === "kubernetes.Cluster")) {
      const value = read(cluster);
      const name = value.get("name").text();
      const [project, region] = [placeOf(value.get("projectId")), placeOf(value.get("regionId"))];
      if (name === undefined || project === undefined || region === undefined) continue;
      const address = `${project}/${region}/${name}`;
      const first = seen.get(address);
      if (first === undefined) seen.set(address, cluster.name);
      else report(cluster, `"${cluster.name}" and "${first}" are both ${address}`);
    }
  },
});

/** An omitted value is a setting of the provider, equal for both clusters. Undefined: not known yet. */
function placeOf(id: Value): unknown {
  return id.isGiven() ? id.known() : "(provider's setting)";
}
