import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const clusterPoolCount = limitRule({
  name: "cluster-pool-count",
  on: "kubernetes.Cluster",
  what: "the pools of a cluster",
  of: (value) => [value.get("pools")],
  measure: "count",
  bounds: limits.kubernetes.pools,
  reference: "platform-api §2.3, §8",
  remediation: "Declare at least one pool, and no more than the configured maximum.",
});
