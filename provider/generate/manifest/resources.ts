import type { AnyHandler } from "../../engine/index.ts";
import { appTemplateHandler } from "../../resources/app-template.ts";
import { clusterHandler } from "../../resources/cluster/cluster.ts";
import { reservationHandler } from "../../resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../resources/rule-template.ts";

/** A resource as the documentation tells of it. */
export interface ResourcePage {
  area: string;
  /** Name of the class. */
  name: string;
  handler: AnyHandler;
  /** File of its handler, below provider/. */
  source: string;
  /** File of its class. */
  file: string;
  /** Shape of its inputs. */
  inputs: string;
  /** What a change of an input does, where it is more than a change in place. */
  changes: Readonly<Record<string, string>>;
}

/** Nothing is bought twice by accident. */
const bought = "refused; replaces with `allowReplacement`";

export const resourcePages: ResourcePage[] = [
  {
    area: "cdn",
    name: "RuleTemplate",
    handler: ruleTemplateHandler,
    source: "resources/rule-template.ts",
    file: "resources/rule-template.ts",
    inputs: "RuleTemplateInputs",
    changes: {},
  },
  {
    area: "kubernetes",
    name: "Cluster",
    handler: clusterHandler,
    source: "resources/cluster/cluster.ts",
    file: "resources/cluster/cluster.ts",
    inputs: "ClusterInputs",
    changes: {
      projectId: "replaces",
      regionId: "replaces",
      name: "replaces",
      keypair: "replaces",
      isIpv6: "replaces",
      fixedNetwork: "replaces",
      fixedSubnet: "replaces",
      podsIpPool: "replaces",
      servicesIpPool: "replaces",
      podsIpv6Pool: "replaces",
      servicesIpv6Pool: "replaces",
      cni: "the plugin and Cilium's mask sizes replace, the rest in place",
      version: "in place, one minor step at a time",
      pools: "in place, pool by pool",
    },
  },
  {
    area: "reservations",
    name: "Reservation",
    handler: reservationHandler,
    source: "resources/reservation/handler.ts",
    file: "resources/reservation.ts",
    inputs: "ReservationInputs",
    changes: { name: bought, regionId: bought, period: bought, resources: bought, hasWindows: bought },
  },
  {
    area: "edge",
    name: "AppTemplate",
    handler: appTemplateHandler,
    source: "resources/app-template.ts",
    file: "resources/app-template.ts",
    inputs: "AppTemplateInputs",
    changes: {},
  },
];

/** What each lookup gives. */
export const lookupResults: Readonly<Record<string, string>> = {
  "cdn.getRuleTemplate": "RuleTemplateResult",
  "cdn.getRuleTemplates": "RuleTemplateResult[]",
  "edge.getAppLogs": "GetAppLogsResult",
  "edge.getAppTemplate": "AppTemplateResult",
  "edge.getApps": "GetAppsResult",
  "edge.getSecret": "SecretResult",
  "gpu.getServers": "GetServersResult",
  "kubernetes.getCluster": "ClusterResult",
  "kubernetes.getClusters": "GetClustersResult",
  "kubernetes.getKubeconfig": "KubeconfigResult",
  "kubernetes.getVersions": "VersionsResult",
  "pricing.getInstancePrice": "InstancePriceResult",
  "pricing.getLoggingPrice": "LoggingPriceResult",
  "pricing.getReservationPrice": "ReservationPriceResult",
  "quotas.getNotificationThreshold": "NotificationThresholdResult",
  "reservations.getReservation": "ReservationResult",
  "reservations.getReservations": "GetReservationsResult",
  "storage.getEvents": "StorageEventsResult",
  "storage.upsertEvents": "StorageEventsResult",
  "streaming.getStreams": "StreamResult[]",
};
