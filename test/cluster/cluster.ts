import type { Emulator } from "@cloudplatform/emulator";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";

/** A create that takes 10 minutes takes 30 ms. */
export const fast = { speed: 20_000 };

let last = 0;

/** Opens a new resource, driven as by the engine. */
export function clusterHarness(emulator: Pick<Emulator, "url">, name = `resource-${++last}`): EngineHarness {
  return new EngineHarness(clusterHandler, emulator, name);
}

/** Opens a resource of another program, whose process shares no caches with earlier ones. */
export function otherProgram(emulator: Pick<Emulator, "url">): EngineHarness {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++last) };
  return new EngineHarness(clusterHandler, emulator, `resource-${++last}`, settings);
}

type Pool = ClusterInputs["pools"][number];

export const virtualPool = {
  name: "general",
  flavorId: "g1-standard-2-4",
  minNodeCount: 2,
  maxNodeCount: 5,
  bootVolumeSize: 50,
  bootVolumeType: "ssd_hiiops",
  servergroupPolicy: "soft-anti-affinity",
} as const satisfies Pool;

export const metalPool = { name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 } as const satisfies Pool;

/** Returns a valid cluster. Each has an unused name, so that tests do not collide. */
export function clusterInputs(change: Partial<ClusterInputs> = {}): ClusterInputs & { name: string } {
  return {
    projectId: 1,
    regionId: 76,
    name: `edge-${++last}`,
    keypair: "ops",
    version: "v1.31.9",
    pools: [virtualPool],
    ...change,
  };
}
