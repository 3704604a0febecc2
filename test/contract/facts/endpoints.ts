import { ruleTemplateBody, ruleTemplateRecord } from "./cdn.ts";
import { apiTypes, appList, logPage, secret, templateBody, templateRecord } from "./edge.ts";
import { type Field, type Fields, integer, list, required, text } from "./field.ts";
import { forms, uuid } from "./forms.ts";
import { serverPage } from "./gpu.ts";
import { clusterBody, taskIds } from "./kubernetes.ts";
import { instancePrice, instancePriceBody, loggingPrice } from "./pricing.ts";
import { notificationThreshold } from "./quotas.ts";
import { reservationBody, reservationPrice, reservationPriceBody, reservationRecord } from "./reservations.ts";
import { storageEvents } from "./storage.ts";
import { stream } from "./streaming.ts";

export interface EndpointFact {
  number: number;
  method: "GET" | "POST";
  path: string;
  params: Fields;
  query: Fields;
  /** Absent: the contract lists no body. */
  body?: Field;
  /** Absent: the contract shows no status. */
  status?: number;
  response: Field;
}

const id = (): Field => integer(required);
const project = { project_id: id(), region_id: id() };
const region = { region_id: id() };

const orderings = ["name", "status", "id", "template", "binary", "plan"].flatMap((field) => [field, `-${field}`]);

const appQuery: Fields = {
  name: text(),
  api_type: text({ values: apiTypes }),
  status: integer({ min: 0, max: 5 }),
  template: integer(),
  binary: integer(),
  plan: integer(),
  limit: integer({ sample: 10 }),
  offset: integer(),
  ordering: text({ values: orderings }),
};

/** The contract also has a parameter for free text, but does not show its name. */
const logQuery: Fields = {
  from: text({ form: forms.dateTime, computedDefault: "one hour before the request" }),
  to: text({ form: forms.dateTime, computedDefault: "the time of the request, UTC" }),
  edge: text(),
  sort: text({ values: ["desc", "asc"], default: "desc" }),
  limit: integer({ sample: 10 }),
  offset: integer(),
  client_ip: text({ form: forms.ipv4 }),
};

const serverQuery: Fields = {
  limit: integer({ default: 10, min: 1, max: 1000 }),
  offset: integer({ default: 0, min: 0 }),
};

type Written = Partial<EndpointFact> & Pick<EndpointFact, "response">;

const row = (number: number, line: string, written: Written): EndpointFact => {
  const [method, path = ""] = line.split(" ");
  return { number, method: method === "POST" ? "POST" : "GET", path, params: {}, query: {}, ...written };
};

/** All endpoints of platform-api §4. */
export const endpointFacts: readonly EndpointFact[] = [
  row(1, "GET /streaming/streams", {
    query: { page: integer(), with_broadcasts: integer() },
    status: 200,
    response: list(stream),
  }),
  row(2, "POST /cdn/resources/rule_templates", {
    body: ruleTemplateBody,
    status: 201,
    response: ruleTemplateRecord,
  }),
  row(3, "POST /cloud/v2/k8s/clusters/{project_id}/{region_id}", {
    params: project,
    body: clusterBody,
    response: taskIds,
  }),
  row(4, "POST /cloud/v2/pricing/{project_id}/{region_id}/instances", {
    params: project,
    body: instancePriceBody,
    status: 200,
    response: instancePrice,
  }),
  row(5, "POST /cloud/v1/pricing/{region_id}/billing_reservation", {
    params: region,
    body: reservationPriceBody,
    status: 200,
    response: reservationPrice,
  }),
  row(6, "POST /cloud/v1/reservations", { body: reservationBody, status: 201, response: reservationRecord }),
  row(7, "GET /edgeapp/v1/apps", { query: appQuery, response: appList }),
  row(8, "GET /cloud/v3/gpu/baremetal/{project_id}/{region_id}/clusters/{cluster_id}/servers", {
    params: { ...project, cluster_id: uuid(required) },
    query: serverQuery,
    status: 200,
    response: serverPage,
  }),
  row(9, "POST /edgeapp/v1/template", { body: templateBody, response: templateRecord }),
  row(10, "GET /edgeapp/v1/apps/{id}/logs", { params: { id: id() }, query: logQuery, response: logPage }),
  row(11, "GET /cloud/v1/pricing/{region_id}/laas", { params: region, status: 200, response: loggingPrice }),
  row(12, "GET /edgeapp/v1/secrets/{id}", { params: { id: id() }, response: secret }),
  row(13, "POST /storage/notifications/v1/events", { response: storageEvents }),
  row(14, "GET /cloud/v2/client_quotas/{client_id}/notification_threshold", {
    params: { client_id: id() },
    status: 200,
    response: notificationThreshold,
  }),
];
