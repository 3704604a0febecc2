import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const poolNameLength = limitRule({
  name: "pool-name-length",
  on: "kubernetes.Cluster",
  what: "the name of a pool",
  of: (value) =>
    value
      .get("pools")
      .elements()
      .map((pool) => pool.get("name")),
  measure: "length",
  bounds: limits.kubernetes.poolNameLength,
  reference: "companion §2.3",
});
