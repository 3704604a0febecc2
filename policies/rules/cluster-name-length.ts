import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const clusterNameLength = limitRule({
  name: "cluster-name-length",
  on: "kubernetes.Cluster",
  what: "the name of a cluster",
  of: (value) => [value.get("name")],
  measure: "length",
  bounds: limits.kubernetes.clusterNameLength,
  reference: "platform-api §2.3, §8",
});
