import { z } from "zod";
import { stackRule } from "../engine/rule.ts";

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
      const project = value.get("projectId").known();
      const region = value.get("regionId").known();
      if (name === undefined || project === undefined || region === undefined) continue;
      const address = `${project}/${region}/${name}`;
      const first = seen.get(address);
      if (first === undefined) seen.set(address, cluster.name);
      else report(cluster, `"${cluster.name}" and "${first}" are both ${address}`);
    }
  },
});
