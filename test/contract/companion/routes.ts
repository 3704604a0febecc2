import type { Field } from "../facts/field.ts";
import { storageEvents } from "../facts/storage.ts";

/** A route that the contract leaves out, with its success status. */
export interface CompanionRoute {
  route: string;
  status: number;
  source: string;
  reason: string;
}

const routes = (source: string, reason: string, lines: readonly string[]): CompanionRoute[] =>
  lines.map((line) => {
    const [status, ...route] = line.split(" ");
    return { route: route.join(" "), status: Number(status), source, reason };
  });

const template = "/cdn/resources/rule_templates";
const cluster = "/cloud/v2/k8s/clusters/{project_id}/{region_id}";
const one = `${cluster}/{cluster_name}`;
const prices = "/cloud/v2/pricing/{project_id}/{region_id}/k8s/clusters";
const quota = "/cloud/v2/client_quotas/{client_id}/notification_threshold";

/** Every endpoint of the table beyond the contract's 14. */
export const companionRoutes: readonly CompanionRoute[] = [
  ...routes("companion §3.1", "reading, changing and deleting a rule template", [
    `200 GET ${template}`,
    `200 GET ${template}/{rule_template_id}`,
    `200 PUT ${template}/{rule_template_id}`,
    `200 PATCH ${template}/{rule_template_id}`,
    `204 DELETE ${template}/{rule_template_id}`,
  ]),
  ...routes("companion §1.1", "waiting for tasks", [
    "200 GET /cloud/v1/tasks/{task_id}",
    "200 GET /cloud/v1/tasks",
    "200 GET /cloud/v1/tasks/{project_id}/{region_id}/active",
  ]),
  ...routes("companion §2.1", "reading, changing and deleting a cluster and its pools", [
    `200 GET ${cluster}`,
    `200 GET ${one}`,
    `200 PATCH ${one}`,
    `200 DELETE ${one}`,
    `200 POST ${one}/upgrade`,
    `200 GET ${one}/upgrade_versions`,
    `200 GET ${one}/config`,
    `200 POST ${cluster}/check_limits`,
    `200 GET ${one}/pools`,
    `200 POST ${one}/pools`,
    `200 POST ${cluster}/pools/check_limits`,
    `200 GET ${one}/pools/{pool_name}`,
    `200 PATCH ${one}/pools/{pool_name}`,
    `200 DELETE ${one}/pools/{pool_name}`,
    `200 POST ${one}/pools/{pool_name}/resize`,
    "200 GET /cloud/v2/k8s/{project_id}/{region_id}/create_versions",
    "200 GET /cloud/v1/k8s/{project_id}/{region_id}/flavors",
    `200 POST ${prices}`,
    `200 GET ${prices}/{cluster_name}`,
  ]),
  ...routes("companion §4.1", "reading and cancelling a reservation", [
    "200 GET /cloud/v1/reservations",
    "200 GET /cloud/v1/reservations/{reservation_id}",
    "204 DELETE /cloud/v1/reservations/{reservation_id}",
    "200 GET /cloud/v1/bm_reservation_flavors/{region_id}",
  ]),
  ...routes("companion §5.1", "reading, changing and deleting templates and secrets of the edge", [
    "200 GET /edgeapp/v1/me",
    "200 GET /edgeapp/v1/apps/{id}",
    "200 GET /edgeapp/v1/template",
    "200 GET /edgeapp/v1/template/{id}",
    "200 PUT /edgeapp/v1/template/{id}",
    "204 DELETE /edgeapp/v1/template/{id}",
    "200 GET /edgeapp/v1/secrets",
    "200 POST /edgeapp/v1/secrets",
    "200 PUT /edgeapp/v1/secrets/{id}",
    "200 PATCH /edgeapp/v1/secrets/{id}",
    "204 DELETE /edgeapp/v1/secrets/{id}",
  ]),
  ...routes("companion §6.1", "reading events, and changing one of them", [
    "200 GET /storage/notifications/v1/events",
    "200 POST /storage/notifications/v1/event",
    "204 PUT /storage/notifications/v1/event",
    "204 DELETE /storage/notifications/v1/event",
  ]),
  ...routes("companion §6.4", "finding a GPU cluster", [
    "200 GET /cloud/v3/gpu/baremetal/{project_id}/{region_id}/clusters",
  ]),
  ...routes("companion §6.2", "setting and clearing the threshold", [`200 PUT ${quota}`, `204 DELETE ${quota}`]),
];

/** Success status of the endpoints for which the contract does not show one. */
export const companionStatuses: Readonly<Record<number, { status: number; source: string }>> = {
  3: { status: 200, source: "companion §2.1" },
  7: { status: 200, source: "companion §5.1" },
  9: { status: 200, source: "companion §5.1" },
  10: { status: 200, source: "companion §5.1" },
  12: { status: 200, source: "companion §5.1" },
  13: { status: 200, source: "companion §6.1" },
};

/** Endpoints that accept a body although the contract lists none. The body is optional and has the form of the response. */
export const companionBodies: Readonly<Record<number, { optional: boolean; body: Field; source: string }>> = {
  13: { optional: true, body: storageEvents, source: "companion §6.1" },
};
