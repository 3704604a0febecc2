import type { AnyHandler } from "../../engine/handler/handler.ts";
import { ProcessOwnership } from "../../engine/ownership/ownership.ts";
import { lifecycles } from "../../resources/lifecycles.ts";
import type { ResourceType } from "../../resources/registry.ts";
import { dynamicProvider } from "./dynamic-provider.ts";
import { logToEngine } from "./engine-log.ts";
import { suppressEmptyErrorLine } from "./errors.ts";
import { watchForCancel } from "./watch-requests.ts";

const ownership = new ProcessOwnership();
const tellsUrns = watchForCancel();

const providers = Object.fromEntries(
  Object.entries<AnyHandler>(lifecycles).map(([type, handler]) => [
    type,
    dynamicProvider(handler, { ownership, tellsUrns }),
  ]),
) as Record<ResourceType, ReturnType<typeof dynamicProvider>>;

/**
 * The module from which a resource's loader text takes its handler. Each name here is in the state of every resource of its kind
 * and must never change.
 */
export const { AppTemplate, Cluster, NotificationThreshold, Reservation, RuleSet, RuleTemplate, Secret } = providers;

logToEngine();
suppressEmptyErrorLine();
