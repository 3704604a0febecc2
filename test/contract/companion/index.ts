import { cdnCompanion } from "./cdn.ts";
import { edgeCompanion } from "./edge.ts";
import type { CompanionEntry } from "./entry.ts";
import { gpuCompanion } from "./gpu.ts";
import { idCompanion } from "./ids.ts";
import { kubernetesCompanion } from "./kubernetes.ts";
import { pricingCompanion } from "./pricing.ts";
import { reservationsCompanion } from "./reservations.ts";
import { storageCompanion } from "./storage.ts";
import { streamingCompanion } from "./streaming.ts";

/** Every intended difference from the contract, with its reason and source. */
export const companionEntries: readonly CompanionEntry[] = [
  ...idCompanion,
  ...cdnCompanion,
  ...edgeCompanion,
  ...kubernetesCompanion,
  ...pricingCompanion,
  ...reservationsCompanion,
  ...gpuCompanion,
  ...storageCompanion,
  ...streamingCompanion,
];
