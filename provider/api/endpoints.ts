import { cdnEndpoints } from "./cdn/endpoints.ts";
import { edgeAccountEndpoints } from "./edge/account.ts";
import { edgeAppEndpoints } from "./edge/endpoints.ts";
import { edgeSecretEndpoints } from "./edge/secret-endpoints.ts";
import { edgeTemplateEndpoints } from "./edge/template-endpoints.ts";
import { gpuEndpoints } from "./gpu/endpoints.ts";
import { kubernetesEndpoints } from "./kubernetes/endpoints.ts";
import { poolEndpoints } from "./kubernetes/pool-endpoints.ts";
import { pricingEndpoints } from "./pricing/endpoints.ts";
import { quotasEndpoints } from "./quotas/endpoints.ts";
import { reservationsEndpoints } from "./reservations/endpoints.ts";
import { storageEndpoints } from "./storage/endpoints.ts";
import { streamingEndpoints } from "./streaming/endpoints.ts";
import { tasksEndpoints } from "./tasks/endpoints.ts";

/** The table of all endpoints: the 14 of the contract and the companion routes that we use. */
const list = [
  ...cdnEndpoints,
  ...tasksEndpoints,
  ...kubernetesEndpoints,
  ...poolEndpoints,
  ...reservationsEndpoints,
  ...edgeAccountEndpoints,
  ...edgeAppEndpoints,
  ...edgeTemplateEndpoints,
  ...edgeSecretEndpoints,
  ...pricingEndpoints,
  ...gpuEndpoints,
  ...quotasEndpoints,
  ...storageEndpoints,
  ...streamingEndpoints,
] as const;

type Listed = (typeof list)[number];

/** Name of an endpoint: `ruleTemplates.create`. */
export type EndpointId = Listed["id"];

/** Endpoint by name. */
export type EndpointOf<Id extends EndpointId> = Extract<Listed, { id: Id }>;

export const endpoints = Object.fromEntries(list.map((endpoint) => [endpoint.id, endpoint])) as {
  readonly [Id in EndpointId]: EndpointOf<Id>;
};
