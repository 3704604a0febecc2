import { cdn, edge, kubernetes, Provider, reservations } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

/** The program that version 0.1 has deployed: every resource, in the forms that differ in state. */

class Site extends pulumi.ComponentResource {
  constructor(name: string) {
    super("states:index:Site", name);
    new cdn.RuleTemplate("child", { rule: "child", ruleType: 0 }, { parent: this });
    new edge.AppTemplate("child-app", { binaryId: 42, name: "child-app", owned: false, params: [] }, { parent: this });
  }
}

const pool = (name: string, minNodeCount: number) => ({
  name,
  flavorId: "g1-standard-2-4",
  minNodeCount,
  maxNodeCount: 5,
  bootVolumeSize: 50,
  bootVolumeType: "ssd_hiiops" as const,
  servergroupPolicy: "soft-anti-affinity" as const,
  labels: { tier: name },
  taints: { dedicated: "edge:NoSchedule" },
});

new Site("site");

export const images = new cdn.RuleTemplate("images", {
  name: "images",
  rule: "images/.*\\.(png|jpe?g)$",
  ruleType: 0,
  weight: 10,
  overrideOriginProtocol: "HTTPS",
  options: {
    browser_cache_settings: { enabled: true, value: "3600s" },
    edge_cache_settings: { enabled: true, value: "86400s", custom_values: { "404": "5s" } },
    country_acl: { enabled: true, policy_type: "deny", excepted_values: ["FR", "DE"] },
    secure_key: { enabled: true, key: pulumi.secret("key-of-version-0.1"), type: 0 },
    gzipOn: null,
  },
}).templateId;

new cdn.RuleTemplate("adopted", { rule: "old", ruleType: 0 }, { import: "77" });

new kubernetes.Cluster("edge", {
  projectId: 1,
  regionId: 76,
  name: "edge-1",
  keypair: "ops",
  version: "1.31.9",
  pools: [pool("web", 1), pool("batch", 2)],
  cni: { provider: "cilium" },
  timeouts: { create: "45m" },
});

export const unfinished = new kubernetes.Cluster("unfinished", {
  projectId: 1,
  regionId: 76,
  name: "edge-2",
  keypair: "ops",
  version: "v1.31.9",
  pools: [pool("web", 1)],
  timeouts: { create: "5s" },
}).name;

new reservations.Reservation("metal", {
  name: "metal-2026",
  period: "MONTHS12",
  regionId: 76,
  resources: [
    { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 },
    { resourceName: "bm1-basic-small", resourceType: "flavor", resourceValue: 1 },
  ],
  onDelete: "abandon",
});

new edge.AppTemplate("hello", {
  binaryId: 42,
  name: "hello",
  owned: true,
  shortDescr: "Hello",
  params: [
    { name: "greeting", dataType: "string", mandatory: true, descr: "What to say" },
    { name: "color", dataType: "string" },
  ],
});

const other = new Provider("other", {
  baseUrl: process.env.CLOUDPLATFORM_BASE_URL,
  apiKey: pulumi.secret("local"),
  regionId: 76,
  projectId: 1,
});
new cdn.RuleTemplate("by-provider", { rule: "/provider", ruleType: 1 }, { provider: other });
