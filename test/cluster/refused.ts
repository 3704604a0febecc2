import { metalPool, virtualPool } from "./cluster.ts";

const pool = (change: object) => ({ pools: [{ ...virtualPool, ...change }] });
const { bootVolumeSize: _size, ...noVolume } = virtualPool;

/** Invalid clusters: the path of the failure, and the declared inputs. */
export const refusedClusters: [string, object][] = [
  ["name", { name: "Edge" }],
  ["name", { name: "e".repeat(21) }],
  ["name", { name: "edge-" }],
  ["keypair", { keypair: "a/b" }],
  ["keypair", { keypair: "" }],
  ["version", { version: "" }],
  ["regionId", { regionId: 0 }],
  ["pools", { pools: [] }],
  ["pools[1].name", { pools: [virtualPool, virtualPool] }],
  ["pools[0].name", pool({ name: "-x" })],
  ["pools[0].minNodeCount", pool({ minNodeCount: 0 })],
  ["pools[0].maxNodeCount", pool({ maxNodeCount: 201 })],
  ["pools[0].maxNodeCount", pool({ minNodeCount: 3, maxNodeCount: 2 })],
  ["pools[0].bootVolumeSize", pool({ bootVolumeSize: 9 })],
  ["pools[0].bootVolumeSize", pool({ bootVolumeSize: 2001 })],
  ["pools[0].bootVolumeSize", { pools: [noVolume] }],
  ["pools[0].bootVolumeType", pool({ bootVolumeType: "floppy" })],
  ["pools[0].servergroupPolicy", { pools: [{ ...metalPool, servergroupPolicy: "affinity" }] }],
  ["pools[0].taints.dedicated", pool({ taints: { dedicated: "edge" } })],
  ["authentication.oidc.issuerUrl", { authentication: { oidc: { clientId: "a" } } }],
  [
    "authentication.oidc.signingAlgs[0]",
    { authentication: { oidc: { issuerUrl: "u", clientId: "a", signingAlgs: ["HS256"] } } },
  ],
  ["cni.provider", { cni: { provider: "flannel" } }],
  ["cni.cilium.lbMode", { cni: { provider: "cilium", cilium: { lbMode: "x" } } }],
  ["ddosProfile.enabled", { ddosProfile: {} }],
  ["logging.retentionPolicy.period", { logging: { enabled: true, retentionPolicy: { period: 1826 } } }],
  ["logging.topicName", { logging: { topicName: "Edge" } }],
  ["podsIpPool", { podsIpPool: "192.168.200.0/24" }],
  ["servicesIpv6Pool", { servicesIpv6Pool: "10.0.0.0/8" }],
  ["fixedNetwork", { fixedNetwork: "mine" }],
  ["timeouts.create", { timeouts: { create: "soon" } }],
  ["pools[0].flavor", pool({ flavor: "g1" })],
];
