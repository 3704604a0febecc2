import { kubernetes } from "@cloudplatform/pulumi";

const virtual = {
  flavorId: "g1-standard-2-4",
  bootVolumeSize: 500,
  bootVolumeType: "ssd_hiiops",
  servergroupPolicy: "soft-anti-affinity",
} as const;

const shop = {
  projectId: 1,
  regionId: 76,
  name: "shop-with-a-long-nam",
  keypair: "shared",
  version: "v1.31.9",
  podsIpPool: "10.20.0.0/16",
  // ip-pools-overlap, and ip-pools-reserved with the configuration
  servicesIpPool: "10.20.128.0/18",
  logging: { enabled: true, retentionPolicy: { period: 1000 } },
};

/** Clusters that are too large, too open, too fragile or not protected. */
export function declareClusters(): void {
  new kubernetes.Cluster("shop", {
    ...shop,
    pools: [
      { ...virtual, name: "single", minNodeCount: 1, maxNodeCount: 1, isPublicIpv4: true },
      { ...virtual, name: "many", minNodeCount: 2, maxNodeCount: 40 },
    ],
  });
  new kubernetes.Cluster("shop-again", {
    ...shop,
    name: "another-shop",
    pools: [{ ...virtual, name: "single", minNodeCount: 1, maxNodeCount: 1 }],
  });
}
