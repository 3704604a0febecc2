import { cdnCommands } from "./commands/cdn.ts";
import { edgeCommands } from "./commands/edge.ts";
import { gpuCommands } from "./commands/gpu.ts";
import { kubernetesCommands } from "./commands/kubernetes.ts";
import { pricingCommands } from "./commands/pricing.ts";
import { quotasCommands } from "./commands/quotas.ts";
import { reservationCommands } from "./commands/reservations.ts";
import { storageCommands } from "./commands/storage.ts";
import { streamingCommands } from "./commands/streaming.ts";
import type { LookupCommand } from "./lookup-command.ts";

/** Areas of the command line, named as `@cloudplatform/pulumi` exports them. */
export const areas: Readonly<Record<string, { description: string; commands: readonly LookupCommand[] }>> = {
  cdn: { description: "CDN rule templates", commands: cdnCommands },
  edge: { description: "Edge apps, their logs, secrets and templates", commands: edgeCommands },
  gpu: { description: "Bare metal GPU clusters", commands: gpuCommands },
  kubernetes: { description: "Kubernetes clusters", commands: kubernetesCommands },
  pricing: { description: "Price previews", commands: pricingCommands },
  quotas: { description: "Quota notification threshold of a client", commands: quotasCommands },
  reservations: { description: "Reservations", commands: reservationCommands },
  storage: { description: "Storage notifications", commands: storageCommands },
  streaming: { description: "Live streams", commands: streamingCommands },
};
