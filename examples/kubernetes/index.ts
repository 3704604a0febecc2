import { cdn, kubernetes, quotas } from "@cloudplatform/pulumi";

const projectId = 1;
const regionId = 76;

// Two pools: small virtual machines for all workloads, bare metal for those that need it.
const cluster = new kubernetes.Cluster("shop", {
  projectId,
  regionId,
  name: "shop",
  keypair: "ops",
  version: "v1.31.9",
  pools: [
    {
      name: "general",
      flavorId: "g1-standard-2-4",
      minNodeCount: 2,
      maxNodeCount: 5,
      bootVolumeSize: 50,
      bootVolumeType: "ssd_hiiops",
      servergroupPolicy: "soft-anti-affinity",
      autoHealingEnabled: true,
      labels: { tier: "general" },
    },
    {
      name: "metal",
      flavorId: "bm1-hf-medium",
      minNodeCount: 1,
      taints: { dedicated: "search:NoSchedule" },
    },
  ],
  cni: { provider: "cilium", cilium: { hubbleRelay: true, hubbleUi: true } },
  logging: { enabled: true, retentionPolicy: { period: 30 } },
  timeouts: { create: "45m", update: "1h", delete: "30m" },
});

// The cluster's content changes often, so the CDN keeps it for only a minute.
const pages = new cdn.RuleTemplate("pages", {
  name: "shop pages",
  rule: "/shop/.*",
  ruleType: 0,
  options: { edge_cache_settings: { enabled: true, value: "60s" } },
});

// A growing cluster can reach a quota: from this percentage on, the client gets an e-mail.
new quotas.NotificationThreshold("quota warnings", { clientId: 5, threshold: 85 });

export const clusterId = cluster.clusterId;
export const nodes = cluster.pools.apply((pools) =>
  Object.fromEntries(pools.map(({ name, nodeCount }) => [name, nodeCount])),
);
// Secret: `pulumi stack output kubeconfig --show-secrets > kubeconfig.yaml`. Read after the cluster is created.
const credentials = kubernetes.getKubeconfigOutput({ projectId, regionId, name: "shop" }, { dependsOn: cluster });
export const kubeconfig = credentials.config;
export const rule = pages.rule;
