import { cdn, edge, gpu, kubernetes, pricing, quotas, reservations, storage, streaming } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

// One program for all areas, as the documentation spells programs. The compiler checks its types; test/e2e runs it.

export const images = new cdn.RuleTemplate("images", {
  name: "images",
  rule: "/images/.*\\.(png|jpe?g)$",
  ruleType: 0,
  weight: 10,
  overrideOriginProtocol: "HTTPS",
  options: {
    browser_cache_settings: { enabled: true, value: "3600s" },
    edge_cache_settings: { enabled: true, value: "86400s", custom_values: { "404": "5s" } },
    secure_key: { enabled: true, key: pulumi.secret("key-of-links"), type: 0 },
    gzipOn: null,
  },
});

export const cluster = new kubernetes.Cluster("edge", {
  projectId: 1,
  regionId: 76,
  name: "edge-1",
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
      labels: { tier: "general" },
      taints: { dedicated: "edge:NoSchedule" },
    },
  ],
  timeouts: { create: "45m", update: "1h", delete: "30m" },
});

export const metal = new reservations.Reservation("metal", {
  name: "metal-2026",
  period: "MONTHS12",
  regionId: 76,
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
});

export const template = new edge.AppTemplate("hello", {
  binaryId: 42,
  name: "hello",
  owned: true,
  shortDescr: "Hello",
  params: [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }],
});

export const legacy = new cdn.RuleTemplate("legacy", { rule: "/old", ruleType: 0 }, { import: "77" });

const price = await pricing.getInstancePrice({
  projectId: 1,
  regionId: 76,
  flavor: "g1-standard-2-4",
  interfaces: [{ type: "external" }],
  names: ["web-1"],
  volumes: [{ source: "new-volume", size: 50, typeName: "standard" }],
});
const commit = await pricing.getReservationPrice({
  regionId: 76,
  period: "MONTHS36",
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
});
const logging = await pricing.getLoggingPrice({ regionId: 76 });
const onAir = (await streaming.getStreams({ withBroadcasts: true })).filter((stream) => stream.live);
const { apps, count } = await edge.getApps({ status: 1, ordering: "-name", limit: 50 });
const { logs, totalCount } = await edge.getAppLogs({ id: 7, from: "2026-01-01T00:00:00Z", sort: "asc" });
const secret = await edge.getSecret({ id: 3 });
const { threshold, lastMessage } = await quotas.getNotificationThreshold({ clientId: 5 });
const { reachingUsedSpace } = await storage.upsertEvents({});
const { results: clusters } = await kubernetes.getClusters({ projectId: 1, regionId: 76 });
const servers = (clusterId: string) => gpu.getServers({ projectId: 1, regionId: 76, clusterId, limit: 100 });

export const outputs = {
  id: images.id,
  templateId: images.templateId,
  cluster: cluster.id,
  clusterId: cluster.clusterId,
  status: cluster.status,
  tasks: cluster.tasks,
  createdAt: cluster.createdAt,
  pools: cluster.pools.apply((pools) => pools.map((pool) => pool.name)),
  reservationId: metal.reservationId,
  reservationStatus: metal.status,
  total: metal.amountPrices.apply((prices) => prices?.commitPriceTotal),
  quote: metal.quote,
  templateName: template.name,
  legacyRule: legacy.rule,
  hourly: price.totalPricePerHour,
  committed: commit.amountPrices?.commitPriceTotal,
  logging: logging.pricePerMonth,
  onAir: onAir.length,
  apps: [apps.length, count],
  logs: [logs.length, totalCount],
  secret: secret.name,
  threshold,
  warned: lastMessage !== null,
  fullBuckets: reachingUsedSpace.length,
  clustersBefore: clusters.length,
  canListServers: typeof servers === "function",
};
