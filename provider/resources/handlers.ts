import { dynamicProvider, logToEngine, quietStacks, watchForCancel } from "../engine/index.ts";
import { appTemplateHandler } from "./app-template.ts";
import { clusterHandler } from "./cluster/cluster.ts";
import { reservationHandler } from "./reservation/handler.ts";
import { ruleTemplateHandler } from "./rule-template.ts";

/**
 * What the loader text of a resource takes its handler from, in the dynamic provider's process. A name here is in
 * the state of every resource of its kind: it must never change.
 */
export const RuleTemplate = dynamicProvider(ruleTemplateHandler);
export const Cluster = dynamicProvider(clusterHandler);
export const Reservation = dynamicProvider(reservationHandler);
export const AppTemplate = dynamicProvider(appTemplateHandler);

watchForCancel();
logToEngine();
quietStacks();
