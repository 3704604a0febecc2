import { z } from "zod";
import { openEnum, timestamp } from "../field.ts";
import { limits } from "../limits.ts";
import { typeNames } from "../type-names.ts";

const { serverListLimit, serverListOffset } = limits.gpu;

/** States of a server; the contract only shows `ACTIVE`. companion §6.4. */
export const gpuServerStatuses = [
  "ACTIVE",
  "BUILD",
  "DELETED",
  "ERROR",
  "HARD_REBOOT",
  "MIGRATING",
  "PASSWORD",
  "PAUSED",
  "REBOOT",
  "REBUILD",
  "RESCUE",
  "RESIZE",
  "REVERT_RESIZE",
  "SHELVED",
  "SHELVED_OFFLOADED",
  "SHUTOFF",
  "SOFT_DELETED",
  "SUSPENDED",
  "UNKNOWN",
  "VERIFY_RESIZE",
] as const;

/** platform-api §4 #8. */
export const gpuServersQuery = z.object({
  limit: z
    .int()
    .min(serverListLimit.min)
    .max(serverListLimit.max)
    .default(serverListLimit.default)
    .describe("Maximum number of servers in the response."),
  offset: z.int().min(serverListOffset.min).default(serverListOffset.default).describe("Number of servers to skip."),
});

/** A server of a bare metal GPU cluster. platform-api §2.11; what may be null: companion §6.4. */
export const gpuServer = z
  .looseObject({
    id: z.string().describe("Server id (UUID)."),
    name: z.string().nullish().describe("Name of the server."),
    flavor: z.string().nullish().describe("Flavor of the server."),
    status: openEnum(gpuServerStatuses).describe("State of the server, such as `ACTIVE`."),
    image_id: z.string().nullish().describe("Image of the server."),
    ssh_key_name: z.string().nullish().describe("SSH key pair."),
    ip_addresses: z.array(z.string()).nullish().describe("Addresses of the server."),
    tags: z
      .array(
        z
          .looseObject({
            key: z.string().describe("Key of the tag."),
            value: z.string().nullish().describe("Value of the tag."),
            read_only: z.boolean().nullish().describe("Whether only the platform can change the tag."),
          })
          .register(typeNames, { token: "gpu/server:GpuServerTagResult", description: "A tag of a server." }),
      )
      .nullish()
      .describe("Tags of the server."),
    task_id: z.string().nullish().describe("Task that is changing the server."),
    created_at: timestamp.nullish().describe("When it was created."),
    updated_at: timestamp.nullish().describe("When it last changed."),
  })
  .register(typeNames, { token: "gpu/server:GpuServerResult", description: "A server of a bare metal GPU cluster." });
