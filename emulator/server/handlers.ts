import { cdnRoutes } from "../cdn/index.ts";
import { edgeRoutes } from "../edge/index.ts";
import { gpuRoutes } from "../gpu/index.ts";
import { kubernetesRoutes } from "../kubernetes/index.ts";
import { pricingRoutes } from "../pricing/index.ts";
import { quotaRoutes } from "../quotas/index.ts";
import { reservationRoutes } from "../reservations/index.ts";
import { storageRoutes } from "../storage/index.ts";
import { streamRoutes } from "../streaming/index.ts";
import { taskRoutes } from "../tasks/index.ts";
import type { Handlers } from "./handler.ts";

/** The handler of each endpoint, by domain. */
export const handlers: Handlers = {
  ...cdnRoutes,
  ...edgeRoutes,
  ...gpuRoutes,
  ...kubernetesRoutes,
  ...pricingRoutes,
  ...quotaRoutes,
  ...reservationRoutes,
  ...storageRoutes,
  ...streamRoutes,
  ...taskRoutes,
};
