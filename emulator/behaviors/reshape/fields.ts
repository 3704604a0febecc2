import type { BehaviorValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { type Fields, mapObjects } from "./walk.ts";

/** Transforms the objects in the responses of the endpoints whose ids match. */
function fieldsReshape(ids: RegExp, change: (fields: Fields, name: string) => Fields): Reshape {
  return (body, { id, response }) =>
    response === undefined || !ids.test(id)
      ? body
      : mapObjects(response, body, (fields, _schema, name) => change(fields, name));
}

/** Replaces the value of a field that the object has. */
function replaced(fields: Fields, name: string, value: (old: unknown) => unknown): Fields {
  return fields[name] === undefined ? fields : { ...fields, [name]: value(fields[name]) };
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}

export function versionReshape({ versionPrefix }: BehaviorValues): Reshape | undefined {
  if (versionPrefix === "v") return undefined;
  const bare = (version: unknown) => (typeof version === "string" ? version.replace(/^v(?=\d)/, "") : version);
  return fieldsReshape(/^(clusters|kubernetes)\./, (fields) => replaced(fields, "version", bare));
}

export function keypairReshape({ keypair }: BehaviorValues): Reshape | undefined {
  return keypair === "returned" ? undefined : fieldsReshape(/^clusters\./, (fields) => without(fields, "keypair"));
}

export function priceStatusReshape({ priceStatusCase }: BehaviorValues): Reshape | undefined {
  if (priceStatusCase === "lower") return undefined;
  return fieldsReshape(/^(prices|kubernetes)\./, (fields) =>
    replaced(fields, "price_status", (status) => String(status).toUpperCase()),
  );
}

export function unitSizesReshape({ unitSizes }: BehaviorValues): Reshape | undefined {
  if (unitSizes === "contract") return undefined;
  const form = (size: unknown) => (unitSizes === "text" ? String(size) : Number(size));
  return fieldsReshape(/^(prices\.reservation|reservations\.)/, (fields) =>
    ["unit_size_month", "unit_size_total"].reduce((changed, name) => replaced(changed, name, form), fields),
  );
}

export function logTotalReshape({ logTotal }: BehaviorValues): Reshape | undefined {
  if (logTotal === "total_count") return undefined;
  return fieldsReshape(/^appLogs\.list$/, (fields) => {
    if (fields.total_count === undefined) return fields;
    const counted = { ...fields, count: fields.total_count };
    return logTotal === "both" ? counted : without(counted, "total_count");
  });
}

const paramsForms = { null: null, empty: [], absent: undefined };

export function emptyParamsReshape({ emptyParams }: BehaviorValues): Reshape | undefined {
  if (emptyParams === "null") return undefined;
  return fieldsReshape(/^appTemplates\.get$/, (fields) => {
    if (fields.params !== null) return fields;
    const value = paramsForms[emptyParams];
    return value === undefined ? without(fields, "params") : { ...fields, params: value };
  });
}

export function templateIdReshape({ templateId }: BehaviorValues): Reshape | undefined {
  return templateId === "returned"
    ? undefined
    : fieldsReshape(/^appTemplates\.get$/, (fields) => without(fields, "id"));
}

/** Kinds of resources in a task's result (companion §1.2). */
const resourceKinds = ["k8s_clusters", "k8s_pools", "instances", "volumes", "networks", "subnets", "servergroups"];

export function taskResourcesReshape({ taskResources }: BehaviorValues): Reshape | undefined {
  if (taskResources === "created") return undefined;
  const none = Object.fromEntries(resourceKinds.map((kind) => [kind, []]));
  return fieldsReshape(/^tasks\./, (fields) => {
    if (fields.state !== "FINISHED") return fields;
    return { ...fields, created_resources: { ...none, ...(fields.created_resources as Fields | null) } };
  });
}

const timestampNames = /(_at|_on|_primary|_backup|_until|_sending|^timestamp)$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z?)$/;

export function timestampsReshape({ timestamps }: BehaviorValues): Reshape | undefined {
  if (timestamps === "as-seen") return undefined;
  const form = (value: unknown) => {
    if (typeof value !== "string" || !dateTime.test(value)) return value;
    const bare = value.replace(/Z$/, "");
    return timestamps === "zoned" ? `${bare}Z` : bare;
  };
  return fieldsReshape(/./, (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, timestampNames.test(name) ? form(value) : value]),
    ),
  );
}

/** Read-only values of a later platform, by field; inputs of users are never changed. */
const newerValues: Record<string, { ids: RegExp; values: Record<string, string> }> = {
  state: { ids: /^tasks\./, values: { NEW: "QUEUED", RUNNING: "IN_PROGRESS" } },
  status: {
    ids: /^(clusters|pools|gpuServers|reservations)\./,
    values: {
      Provisioning: "Configuring",
      Running: "Ready",
      "Scaling up": "Growing",
      ACTIVE: "READY",
      APPROVED: "IN_REVIEW",
    },
  },
  user_status: { ids: /^reservations\./, values: { CREATED: "SUBMITTED", IN_PROGRESS: "IN_REVIEW" } },
  api_type: { ids: /^(apps|appTemplates)\./, values: { "wasi-http": "wasi-component" } },
};

export function enumValuesReshape({ enumValues }: BehaviorValues): Reshape | undefined {
  if (enumValues === "known") return undefined;
  const reshapes = Object.entries(newerValues).map(([name, { ids, values }]) =>
    fieldsReshape(ids, (fields) => replaced(fields, name, (old) => values[String(old)] ?? old)),
  );
  return (body, endpoint) => reshapes.reduce((shaped, reshape) => reshape(shaped, endpoint), body);
}
