import { kindOf } from "@cloudplatform/policies";
import { expect, test } from "vitest";

test.each([
  "pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster",
  "cloudplatform:kubernetes:Cluster",
  "cloudplatform:kubernetes/cluster:Cluster",
])("%s is a cluster", (type) => {
  expect(kindOf(type)).toBe("kubernetes.Cluster");
});

test.each(["pulumi:pulumi:Stack", "aws:eks:Cluster", "cloudplatform:kubernetes:Pool", "other/kubernetes:Cluster"])(
  "%s is none of ours",
  (type) => {
    expect(kindOf(type)).toBeUndefined();
  },
);
