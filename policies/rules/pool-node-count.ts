import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const poolNodeCount = limitRule({
  name: "pool-node-count",
  on: "kubernetes.Cluster",
  what: "the least and the most nodes of a pool",
  of: (value) =>
    value
      .get("pools")
      .elements()
      .flatMap((pool) => [pool.get("minNodeCount"), pool.get("maxNodeCount")]),
  measure: "number",
  bounds: limits.kubernetes.nodeCount,
  reference: "companion §2.3",
});
