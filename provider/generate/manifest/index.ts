import type { Root } from "../root.ts";
import { argumentRoots } from "./arguments.ts";
import { cdnRoots } from "./cdn.ts";
import { edgeRoots } from "./edge.ts";
import { kubernetesRoots } from "./kubernetes.ts";
import { gpuRoots, pricingRoots, quotasRoots, storageRoots, streamingRoots } from "./lookups.ts";
import { reservationsRoots } from "./reservations.ts";

export { aliases } from "./aliases.ts";

/** Every schema that becomes an interface. */
export const roots: readonly Root[] = [
  ...cdnRoots,
  ...kubernetesRoots,
  ...reservationsRoots,
  ...edgeRoots,
  ...pricingRoots,
  ...gpuRoots,
  ...streamingRoots,
  ...storageRoots,
  ...quotasRoots,
  ...argumentRoots,
];
