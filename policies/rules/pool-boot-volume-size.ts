import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const poolBootVolumeSize = limitRule({
  name: "pool-boot-volume-size",
  on: "kubernetes.Cluster",
  what: "the boot volume of a node",
  of: (value) =>
    value
      .get("pools")
      .elements()
      .map((pool) => pool.get("bootVolumeSize")),
  measure: "number",
  bounds: limits.kubernetes.bootVolumeSize,
  unit: " GiB",
  reference: "companion §2.3",
});
