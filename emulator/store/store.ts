import { reservation, ruleTemplate } from "@cloudplatform/pulumi/api";
import { storedApp, storedAppTemplate, storedLog, storedSecret } from "../edge/edge.ts";
import { storedGpuCluster } from "../gpu/cluster.ts";
import { storedCluster } from "../kubernetes/cluster.ts";
import { priceList, region, storedFlavor } from "../prices/price-list.ts";
import { storedQuotas, storedThreshold } from "../quotas/quota.ts";
import { storedEvents } from "../storage/event.ts";
import { storedStream } from "../streaming/stream.ts";
import { storedTask } from "../tasks/task.ts";
import { Collection } from "./collection.ts";
import type { Database } from "./database.ts";

/** Everything that the platform keeps, by collection; the names are those of `/_emulator/state`. */
export function openStore(database: Database) {
  return {
    ruleTemplates: new Collection(database, { name: "ruleTemplates", schema: ruleTemplate, numbered: true }),
    clusters: new Collection(database, { name: "clusters", schema: storedCluster, indexes: ["$.region_id"] }),
    tasks: new Collection(database, { name: "tasks", schema: storedTask, indexes: ["$.state"] }),
    reservations: new Collection(database, { name: "reservations", schema: reservation, numbered: true }),
    apps: new Collection(database, { name: "apps", schema: storedApp, numbered: true }),
    appLogs: new Collection(database, { name: "appLogs", schema: storedLog, indexes: ["$.app_id"] }),
    appTemplates: new Collection(database, { name: "appTemplates", schema: storedAppTemplate, numbered: true }),
    secrets: new Collection(database, { name: "secrets", schema: storedSecret, numbered: true, indexes: ["$.name"] }),
    streams: new Collection(database, { name: "streams", schema: storedStream, numbered: true }),
    gpuClusters: new Collection(database, { name: "gpuClusters", schema: storedGpuCluster }),
    storageEvents: new Collection(database, { name: "storageEvents", schema: storedEvents }),
    quotas: new Collection(database, { name: "quotas", schema: storedQuotas }),
    thresholds: new Collection(database, { name: "thresholds", schema: storedThreshold }),
    flavors: new Collection(database, { name: "flavors", schema: storedFlavor }),
    regions: new Collection(database, { name: "regions", schema: region }),
    priceList: new Collection(database, { name: "priceList", schema: priceList }),
  };
}

export type Store = ReturnType<typeof openStore>;
