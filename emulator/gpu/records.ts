import { gpuServer } from "@cloudplatform/pulumi/api";
import { z } from "zod";

/** Stored bare metal GPU cluster with its servers. platform-api §2.11. */
export const storedGpuCluster = z.object({
  id: z.uuid(),
  project_id: z.int(),
  region_id: z.int(),
  name: z.string(),
  servers: z.array(gpuServer),
});

export type StoredGpuCluster = z.output<typeof storedGpuCluster>;
