import { endpoints } from "@cloudplatform/pulumi/api";
import type { Properties } from "../../provider/values/properties.ts";
import { clientOf, type platform } from "../helpers/platform.ts";

/** Creates one object for each function to look up. Returns the arguments of functions that need any. */
export async function makeLookedUp(
  emulator: Awaited<ReturnType<typeof platform>>,
): Promise<Record<string, Properties>> {
  const client = clientOf(emulator);
  const params = { projectId: 1, regionId: 76 };
  const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
  const resource = { resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 } as const;
  await client.call(endpoints["clusters.create"], {
    params,
    body: { name: "looked-up", keypair: "ops", version: "v1.31.9", pools },
  });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });
  const reserved = await client.call(endpoints["reservations.create"], {
    body: { name: "looked-up", regionId: 76, period: "MONTHS12", resources: [resource] },
  });
  const { ruleTemplates, appTemplates, secrets, apps } = emulator.platform.store;
  const idOf = (all: { id?: unknown }[]) => Number(all[0]?.id);
  return {
    "cdn.getRuleTemplate": { id: idOf(ruleTemplates.all()) },
    "edge.getAppTemplate": { id: idOf(appTemplates.all()) },
    "edge.getAppLogs": { id: idOf(apps.all()) },
    "edge.getSecret": { id: idOf(secrets.all()) },
    "gpu.getServers": { clusterId: "1aaaab48-10d0-46d9-80cc-85209284ceb4" },
    "kubernetes.getCluster": { name: "looked-up" },
    "kubernetes.getKubeconfig": { name: "looked-up" },
    "pricing.getInstancePrice": {
      flavor: "g1-standard-2-4",
      names: ["web-1"],
      interfaces: [{ type: "external" }],
      volumes: [{ source: "new-volume", size: 50, typeName: "standard" }],
    },
    "pricing.getReservationPrice": { period: "MONTHS12", resources: [resource] },
    "reservations.getReservation": { id: reserved.id },
  };
}
