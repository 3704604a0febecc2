import { limits } from "@cloudplatform/pulumi/api";
import { limitRule } from "../engine/limit-rule.ts";

export const clusterKeypairLength = limitRule({
  name: "cluster-keypair-length",
  on: "kubernetes.Cluster",
  what: "the name of a cluster's key pair",
  of: (value) => [value.get("keypair")],
  measure: "length",
  bounds: limits.kubernetes.keypairLength,
  reference: "platform-api §2.3, §8",
});
