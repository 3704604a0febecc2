import type { LookupCommand } from "./command.ts";
import { cdnCommands, gpuCommands, kubernetesCommands, reservationCommands } from "./commands/cloud.ts";
import { edgeCommands } from "./commands/edge.ts";
import { storageCommands, streamingCommands } from "./commands/media.ts";
import { pricingCommands } from "./commands/pricing.ts";
import { quotasCommands } from "./commands/quotas.ts";

/** Areas of the command line, as `@cloudplatform/pulumi` exports them. */
export const areas: Readonly<Record<string, { about: string; commands: readonly LookupCommand[] }>> = {
  cdn: { about: "CDN rule templates", commands: cdnCommands },
  edge: { about: "Edge apps, their logs, secrets and templates", commands: edgeCommands },
  gpu: { about: "Bare metal GPU clusters", commands: gpuCommands },
  kubernetes: { about: "Kubernetes clusters", commands: kubernetesCommands },
  pricing: { about: "What things would cost", commands: pricingCommands },
  quotas: { about: "Quotas of a client, and from which usage on it is warned", commands: quotasCommands },
  reservations: { about: "Reservations", commands: reservationCommands },
  storage: { about: "Storage notifications", commands: storageCommands },
  streaming: { about: "Live streams", commands: streamingCommands },
};
