import type { ResourceName } from "@cloudplatform/pulumi/registry";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";

/** A resource declared by these tests. */
export interface Kind {
  handler: AnyHandler;
  /** The emulator's collection of its objects. */
  collection: "ruleTemplates" | "clusters" | "reservations" | "appTemplates" | "secrets" | "thresholds";
  inputs: object;
  /** Inputs of an in-place update. */
  changed: object;
}

const pool = { name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 };
const cluster = { projectId: 1, regionId: 76, name: "own-1", keypair: "ops", version: "v1.31.9" };
const reservation = {
  ...{ name: "own", period: "MONTHS12", regionId: 76 },
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
};
const edgeTemplate = { binaryId: 42, name: "own", owned: true, params: [] };

/** Every registered resource: the compiler reports a missing one. */
export const kinds: Record<ResourceName, Kind> = {
  "cdn.RuleTemplate": {
    handler: ruleTemplateHandler,
    collection: "ruleTemplates",
    inputs: { name: "own", rule: "/own/", ruleType: 0, weight: 3 },
    changed: { name: "own", rule: "/own/", ruleType: 0, weight: 4 },
  },
  "cdn.RuleSet": {
    handler: ruleSetHandler,
    collection: "ruleTemplates",
    inputs: { rules: { own: { rule: "/own/", ruleType: 0 } }, order: ["own"] },
    changed: { rules: { own: { rule: "/own/", ruleType: 0, overrideOriginProtocol: "HTTPS" } }, order: ["own"] },
  },
  "kubernetes.Cluster": {
    handler: clusterHandler,
    collection: "clusters",
    inputs: { ...cluster, pools: [pool] },
    changed: { ...cluster, pools: [{ ...pool, labels: { tier: "one" } }] },
  },
  "reservations.Reservation": {
    handler: reservationHandler,
    collection: "reservations",
    inputs: reservation,
    changed: { ...reservation, onDelete: "abandon" },
  },
  "edge.AppTemplate": {
    handler: appTemplateHandler,
    collection: "appTemplates",
    inputs: edgeTemplate,
    changed: { ...edgeTemplate, shortDescr: "Changed" },
  },
  "edge.Secret": {
    handler: secretHandler,
    collection: "secrets",
    inputs: { name: "own", secretSlots: [{ slot: 0, value: "first" }] },
    changed: { name: "own", comment: "Changed", secretSlots: [{ slot: 0, value: "first" }] },
  },
  "quotas.NotificationThreshold": {
    handler: notificationThresholdHandler,
    collection: "thresholds",
    inputs: { clientId: 900, threshold: 90 },
    changed: { clientId: 900, threshold: 70 },
  },
};

export const kindNames = Object.keys(kinds) as ResourceName[];
