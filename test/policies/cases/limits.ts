import { limits } from "@cloudplatform/pulumi/api";
import { appTemplate, type Cases, cluster, pool, reservation, template } from "../../helpers/declared.ts";

const { cdn, edge, kubernetes, reservations } = limits;
const text = (length: number) => "a".repeat(length);
const pools = (...changes: Record<string, unknown>[]) => cluster({ pools: changes.map(pool) });
const resource = { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 };

/** Values at the bound, and one step beyond it. */
export const limitCases: Record<string, Cases> = {
  "cluster-name-length": {
    passing: { resources: [cluster({ name: text(kubernetes.clusterNameLength.max) })] },
    failing: {
      resources: [cluster({ name: text(kubernetes.clusterNameLength.max + 1) })],
      message: "name: must have from 1 to 20 characters; it has 21",
    },
  },
  "cluster-keypair-length": {
    passing: { resources: [cluster({ keypair: text(kubernetes.keypairLength.max) })] },
    failing: {
      resources: [cluster({ keypair: "" })],
      message: "keypair: must have from 1 to 255 characters; it has 0",
    },
  },
  "cluster-pool-count": {
    passing: { resources: [cluster()] },
    failing: { resources: [cluster({ pools: [] })], message: "pools: must have at least 1 element; it has 0" },
  },
  "pool-name-length": {
    passing: { resources: [pools({ name: text(kubernetes.poolNameLength.max) })] },
    failing: {
      resources: [pools({}, { name: text(21) })],
      message: "pools[1].name: must have from 1 to 20 characters; it has 21",
    },
  },
  "pool-node-count": {
    passing: { resources: [pools({ minNodeCount: 1, maxNodeCount: kubernetes.nodeCount.max })] },
    failing: {
      resources: [pools({ maxNodeCount: 201 })],
      message: "pools[0].maxNodeCount: must be from 1 to 200; got 201",
    },
  },
  "pool-counts-in-order": {
    passing: { resources: [pools({ minNodeCount: 3, maxNodeCount: 3 })] },
    failing: {
      resources: [pools({ minNodeCount: 3, maxNodeCount: 2 })],
      message: "must be at least minNodeCount (3); got 2",
    },
  },
  "pool-boot-volume-size": {
    passing: { resources: [pools({ bootVolumeSize: kubernetes.bootVolumeSize.min })] },
    failing: { resources: [pools({ bootVolumeSize: 9 })], message: "must be from 10 to 2000; got 9 GiB" },
  },
  "cluster-log-retention": {
    passing: { resources: [cluster({ logging: { enabled: true, retentionPolicy: { period: 1825 } } })] },
    failing: {
      resources: [cluster({ logging: { enabled: true, retentionPolicy: { period: 1826 } } })],
      message: "logging.retentionPolicy.period: must be from 1 to 1825; got 1826 days",
    },
  },
  "ip-pools-reserved": {
    passing: { resources: [cluster({ podsIpPool: "172.16.0.0/18" })] },
    failing: {
      resources: [cluster({ servicesIpPool: "192.168.200.0/24" })],
      message: "192.168.200.0/24 overlaps 192.168.128.0/17",
    },
  },
  "reservation-period": {
    passing: { resources: [reservation({ period: "MONTHS36" })] },
    failing: {
      resources: [reservation({ period: "MONTHS24" })],
      message: 'period: must be MONTHS12 or MONTHS36; got "MONTHS24"',
    },
  },
  "reservation-resource-count": {
    passing: { resources: [reservation()] },
    failing: {
      resources: [reservation({ resources: [] })],
      message: "resources: must have at least 1 element; it has 0",
    },
  },
  "reservation-resource-value": {
    passing: {
      resources: [reservation({ resources: [{ ...resource, resourceValue: reservations.resourceValue.max }] })],
    },
    failing: {
      resources: [reservation({ resources: [resource, { ...resource, resourceValue: 101 }] })],
      message: "resources[1].resourceValue: must be from 1 to 100; got 101",
    },
  },
  "rule-length": {
    passing: { resources: [template({ rule: text(cdn.ruleLength.max) })] },
    failing: {
      resources: [template({ rule: text(cdn.ruleLength.max + 1) })],
      message: "rule: must have at most 300 characters; it has 301",
    },
  },
  "rule-type": {
    passing: { resources: [template({ ruleType: 1 })] },
    failing: { resources: [template({ ruleType: 2 })], message: "ruleType: must be from 0 to 1; got 2" },
  },
  "rule-weight": {
    passing: { resources: [template({ weight: cdn.weight.max })] },
    failing: { resources: [template({ weight: 0 })], message: "weight: must be from 1 to 2147483647; got 0" },
  },
  "app-template-name-length": {
    passing: { resources: [appTemplate({ name: text(edge.templateNameLength.max) })] },
    failing: {
      resources: [appTemplate({ name: text(129) })],
      message: "name: must have from 1 to 128 characters; it has 129",
    },
  },
  "app-template-short-description": {
    passing: { resources: [appTemplate({ shortDescr: text(edge.templateShortDescrLength.max) })] },
    failing: {
      resources: [appTemplate({ shortDescr: text(256) })],
      message: "shortDescr: must have at most 255 characters",
    },
  },
  "app-template-long-description": {
    passing: { resources: [appTemplate({ longDescr: text(edge.templateLongDescrLength.max) })] },
    failing: {
      resources: [appTemplate({ longDescr: text(4097) })],
      message: "longDescr: must have at most 4096 characters",
    },
  },
  "app-template-param-name": {
    passing: { resources: [appTemplate({ params: [{ name: text(64), dataType: "string" }] })] },
    failing: {
      resources: [appTemplate({ params: [{ name: text(65), dataType: "string" }] })],
      message: "params[0].name: must have from 1 to 64 characters; it has 65",
    },
  },
};
