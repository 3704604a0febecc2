import { existsSync } from "node:fs";
import { type ResourceDefinition, resources } from "../../resources/registry.ts";

/** A resource as the reference describes it. */
export interface ResourcePage {
  definition: ResourceDefinition;
  /** `cdn.RuleTemplate`. */
  name: string;
  /** Name of the interface of its inputs. */
  inputs: string;
  /** File of its handler, below provider/. */
  source: string;
  /** File of its class. */
  file: string;
}

/** The files of a resource stand in a folder that is named as the command line names it. */
export const resourcePages: ResourcePage[] = Object.entries(resources).map(([name, definition]) => {
  const folder = `resources/${definition.adoption.word}`;
  const file = `${folder}/${definition.adoption.word}.ts`;
  const handler = `${folder}/handler.ts`;
  const source = existsSync(new URL(`../../${handler}`, import.meta.url)) ? handler : file;
  return { definition, name, inputs: `${definition.type}Inputs`, source, file };
});

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
