import { type Cases, cluster, pool, reservation } from "../../helpers/declared.ts";

const pools = (...changes: Record<string, unknown>[]) => cluster({ pools: changes.map(pool) });

/** Guard rails for clusters and reservations. */
export const kubernetesCases: Record<string, Cases> = {
  "allowed-regions": {
    passing: { resources: [cluster(), reservation()], config: { regions: [76, 80] } },
    failing: {
      resources: [reservation({ regionId: 7 })],
      config: { regions: [76, 80] },
      message: "regionId: must be one of 76, 80; got 7",
    },
  },
  "allowed-projects": {
    passing: { resources: [cluster()], config: { projects: [1] } },
    failing: {
      resources: [cluster({ projectId: 2 })],
      config: { projects: [1] },
      message: "projectId: must be 1; got 2",
    },
  },
  "allowed-flavors": {
    passing: { resources: [cluster(), reservation()], config: { flavors: ["g1-standard-*", "bm1-hf-medium"] } },
    failing: {
      resources: [pools({}, { flavorId: "g2-gpu-8-32" })],
      config: { flavors: ["g1-standard-*"] },
      message: 'pools[1].flavorId: must be g1-standard-*; got "g2-gpu-8-32"',
    },
  },
  "kubernetes-allowed-versions": {
    passing: { resources: [cluster({ version: "1.31.9" })], config: { versions: ["v1.31.*"] } },
    failing: {
      resources: [cluster({ version: "v1.29.1" })],
      config: { versions: ["1.31.*"] },
      message: "must be 1.31.*; got v1.29.1",
    },
  },
  "kubernetes-minimum-version": {
    passing: { resources: [cluster({ version: "1.31.10" })], config: { minimum: "v1.31.9" } },
    failing: {
      resources: [cluster({ version: "v1.9.12" })],
      config: { minimum: "1.31" },
      message: "must be at least 1.31; got v1.9.12",
    },
  },
  "pool-minimum-nodes": {
    passing: { resources: [pools({ minNodeCount: 2 })] },
    failing: { resources: [pools({ minNodeCount: 1 })], message: "pools[0].minNodeCount: must be at least 2; got 1" },
  },
  "pool-auto-healing": {
    passing: { resources: [pools({ autoHealingEnabled: true })] },
    failing: {
      resources: [pools({ autoHealingEnabled: undefined })],
      message: "pools[0].autoHealingEnabled: must be true; it is off",
    },
  },
  "pool-no-public-ipv4": {
    passing: { resources: [pools({ isPublicIpv4: undefined })] },
    failing: {
      resources: [pools({}, { isPublicIpv4: true })],
      message: "pools[1].isPublicIpv4: must be false; got true",
    },
  },
  "ip-pools-overlap": {
    passing: { resources: [cluster({ podsIpPool: "10.0.0.0/16", servicesIpPool: "10.1.0.0/16" })] },
    // Services without a network get the platform's default network.
    failing: {
      resources: [cluster({ podsIpPool: "172.24.32.0/20" })],
      message: "172.24.0.0/18 overlaps the network of the pods, 172.24.32.0/20",
    },
  },
  "protected-resources": {
    passing: { resources: [cluster(), reservation()] },
    failing: { resources: [cluster({}, { protect: false })], message: '"edge" must have the option protect: true' },
  },
  "stack-maximum-nodes": {
    passing: {
      resources: [pools({ maxNodeCount: 5 }, { maxNodeCount: undefined, minNodeCount: 3 })],
      config: { nodes: 8 },
    },
    failing: {
      resources: [pools({ maxNodeCount: 5 }, { maxNodeCount: 4 })],
      config: { nodes: 8 },
      message: "pools may grow to 9 nodes; 8 are allowed",
    },
  },
  "no-loss-in-update": {
    passing: {
      before: [cluster()],
      resources: [cluster({ version: "v1.32.1", pools: [pool({ minNodeCount: 4 }), pool({ name: "b" })] })],
    },
    failing: {
      before: [cluster()],
      resources: [cluster({ pools: [pool({ name: "b" })] })],
      message: 'the update of "edge" would destroy pool general with 3 nodes and the data on their disks',
    },
  },
  "no-destruction": {
    passing: {
      before: [cluster(), reservation()],
      resources: [cluster({ version: "v1.32.1", pools: [pool(), pool({ name: "b" })] }), reservation()],
    },
    failing: {
      before: [cluster(), reservation()],
      resources: [cluster({ keypair: "other" }), reservation()],
      message: '"edge" would be replaced: keypair changes',
    },
  },
};
