import type { AnyHandler } from "../engine/handler/handler.ts";
import { appTemplateHandler } from "./app-template/handler.ts";
import { clusterHandler } from "./cluster/handler.ts";
import { notificationThresholdHandler } from "./notification-threshold/handler.ts";
import type { ResourceType } from "./registry.ts";
import { reservationHandler } from "./reservation/handler.ts";
import { ruleSetHandler } from "./rule-set/handler.ts";
import { ruleTemplateHandler } from "./rule-template/handler.ts";
import { secretHandler } from "./secret/handler.ts";

/** The lifecycle of every resource of the registry. */
export const lifecycles: Readonly<Record<ResourceType, AnyHandler>> = {
  RuleTemplate: ruleTemplateHandler,
  RuleSet: ruleSetHandler,
  Cluster: clusterHandler,
  Reservation: reservationHandler,
  AppTemplate: appTemplateHandler,
  Secret: secretHandler,
  NotificationThreshold: notificationThresholdHandler,
};
