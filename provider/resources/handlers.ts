import { type AnyHandler, dynamicProvider, logToEngine, Owners, quietStacks, watchForCancel } from "../engine/index.ts";
import { lifecycles } from "./lifecycles.ts";
import type { ResourceType } from "./registry.ts";

const owners = new Owners();

const providers = Object.fromEntries(
  Object.entries<AnyHandler>(lifecycles).map(([type, handler]) => [type, dynamicProvider(handler, owners)]),
) as Record<ResourceType, ReturnType<typeof dynamicProvider>>;

/**
 * The module from which the loader text of a resource takes its handler. A name here is in
 * the state of every resource of its kind: it must never change.
 */
export const { AppTemplate, Cluster, NotificationThreshold, Reservation, RuleSet, RuleTemplate, Secret } = providers;

watchForCancel();
logToEngine();
quietStacks();
