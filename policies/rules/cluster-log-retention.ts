import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const clusterLogRetention = limitRule({
  name: "cluster-log-retention",
  on: "kubernetes.Cluster",
  what: "the time that a cluster's logs are kept",
  of: (value) => [value.get("logging").get("retentionPolicy").get("period")],
  measure: "number",
  bounds: limits.kubernetes.logRetention,
  unit: " days",
  reference: "platform-api §2.3; companion §2.3",
});
