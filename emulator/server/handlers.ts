import { ruleTemplates } from "../cdn/routes.ts";
import { edgeRoutes } from "../edge/index.ts";
import { gpuRoutes } from "../gpu/index.ts";
import { kubernetesRoutes } from "../kubernetes/index.ts";
import { prices } from "../pricing/routes.ts";
import { notificationThreshold } from "../quotas/routes.ts";
import { reservations } from "../reservations/routes.ts";
import { storageEvents } from "../storage/routes.ts";
import { streams } from "../streaming/routes.ts";
import { tasks } from "../tasks/routes.ts";
import type { Handlers } from "./handler.ts";

/** The handler of each endpoint, by domain. */
export const handlers: Handlers = {
  ...ruleTemplates,
  ...edgeRoutes,
  ...gpuRoutes,
  ...kubernetesRoutes,
  ...prices,
  ...notificationThreshold,
  ...reservations,
  ...storageEvents,
  ...streams,
  ...tasks,
};
