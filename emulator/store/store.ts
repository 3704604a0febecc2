import { reservation, ruleTemplate } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { storedApp, storedAppTemplate, storedLog, storedSecret } from "../edge/records.ts";
import { storedGpuCluster } from "../gpu/records.ts";
import { keyOf, storedCluster } from "../kubernetes/records.ts";
import { priceList, region, storedFlavor } from "../pricing/records.ts";
import { storedQuotas, storedThreshold } from "../quotas/records.ts";
import { storedEvents } from "../storage/records.ts";
import { storedStream } from "../streaming/records.ts";
import { storedTask } from "../tasks/records.ts";
import type { Changes } from "./changes.ts";
import { Collection, type CollectionOptions } from "./collection.ts";
import type { Database } from "./database.ts";

/** All stored records by collection; the names are those of `/_emulator/state`. */
export function openStore(database: Database, changes: Changes) {
  const open = <Schema extends z.ZodType>(form: CollectionOptions<Schema>) => new Collection(database, changes, form);
  return {
    ruleTemplates: open({ name: "ruleTemplates", schema: ruleTemplate, numbered: true }),
    clusters: open({ name: "clusters", schema: storedCluster, idOf: keyOf, indexes: ["$.region_id"] }),
    tasks: open({ name: "tasks", schema: storedTask, indexes: ["$.state"] }),
    reservations: open({ name: "reservations", schema: reservation, numbered: true }),
    apps: open({ name: "apps", schema: storedApp, numbered: true }),
    appLogs: open({ name: "appLogs", schema: storedLog, indexes: ["$.app_id"] }),
    appTemplates: open({ name: "appTemplates", schema: storedAppTemplate, numbered: true }),
    secrets: open({ name: "secrets", schema: storedSecret, numbered: true, indexes: ["$.name"] }),
    streams: open({ name: "streams", schema: storedStream, numbered: true }),
    gpuClusters: open({ name: "gpuClusters", schema: storedGpuCluster }),
    storageEvents: open({ name: "storageEvents", schema: storedEvents, idOf: (events) => events.kind }),
    quotas: open({ name: "quotas", schema: storedQuotas, idOf: (quotas) => quotas.region_id ?? "global" }),
    thresholds: open({ name: "thresholds", schema: storedThreshold, idOf: (threshold) => threshold.client_id }),
    flavors: open({ name: "flavors", schema: storedFlavor, idOf: (flavor) => flavor.flavor_id }),
    regions: open({ name: "regions", schema: region }),
    priceList: open({ name: "priceList", schema: priceList, idOf: () => "current" }),
  };
}

export type Store = ReturnType<typeof openStore>;
