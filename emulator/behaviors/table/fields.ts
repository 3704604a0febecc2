import { fieldsReshape, replaced, without } from "../reshape/reshape.ts";
import type { Fields } from "../reshape/walk.ts";
import { choice } from "./behavior.ts";

/** Kinds of resources in a task's result (companion §1.2). */
const resourceKinds = ["k8s_clusters", "k8s_pools", "instances", "volumes", "networks", "subnets", "servergroups"];

const timestampNames = /(_at|_on|_primary|_backup|_until|_sending|^timestamp)$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z?)$/;

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

/** Applied first: what a task adds may be unset. */
export const taskBehaviors = {
  taskResources: choice(
    ["created", "all"],
    "A finished create names the cluster only, or its pools too, with empty lists for other kinds.",
    "companion §1.2",
    {
      reshape: () => {
        const none = Object.fromEntries(resourceKinds.map((kind) => [kind, []]));
        return fieldsReshape(/^tasks\./, (fields) => {
          if (fields.state !== "FINISHED") return fields;
          return { ...fields, created_resources: { ...none, ...(fields.created_resources as Fields | null) } };
        });
      },
    },
  ),
};

/** Behaviors that change single fields of responses. */
export const fieldBehaviors = {
  enumValues: choice(
    ["known", "newer"],
    "Values of read-only enums: those of the sources, or new ones of a later platform.",
    "companion §1.3, §2.2, §9",
    {
      reshape: () => {
        const reshapes = Object.entries(newerValues).map(([name, { ids, values }]) =>
          fieldsReshape(ids, (fields) => replaced(fields, name, (old) => values[String(old)] ?? old)),
        );
        return (body, endpoint) => reshapes.reduce((shaped, reshape) => reshape(shaped, endpoint), body);
      },
    },
  ),
  versionPrefix: choice(["v", "none"], "Kubernetes versions are `v1.31.9`, or `1.31.9`.", "companion §2.3", {
    reshape: () => {
      const bare = (version: unknown) => (typeof version === "string" ? version.replace(/^v(?=\d)/, "") : version);
      return fieldsReshape(/^(clusters|kubernetes)\./, (fields) => replaced(fields, "version", bare));
    },
  }),
  keypair: choice(["returned", "withheld"], "Responses for clusters include `keypair`, or omit it.", "companion §2.4", {
    reshape: () => fieldsReshape(/^clusters\./, (fields) => without(fields, "keypair")),
  }),
  priceStatusCase: choice(
    ["lower", "upper"],
    "`price_status` in lower case, or in upper case.",
    "platform-api §2.6, open point: capitals",
    {
      reshape: () =>
        fieldsReshape(/^(prices|kubernetes)\./, (fields) =>
          replaced(fields, "price_status", (status) => String(status).toUpperCase()),
        ),
    },
  ),
  unitSizes: choice(
    ["contract", "text", "number"],
    "`unit_size_*`: text in reservations and numbers in prices, or one of them in both.",
    "platform-api §2.6, companion §4.3",
    {
      reshape: (type) => {
        const form = (size: unknown) => (type === "text" ? String(size) : Number(size));
        return fieldsReshape(/^(prices\.reservation|reservations\.)/, (fields) =>
          ["unit_size_month", "unit_size_total"].reduce((changed, name) => replaced(changed, name, form), fields),
        );
      },
    },
  ),
  logTotal: choice(
    ["total_count", "count", "both"],
    "Field with the number of logs that match the filters.",
    "platform-api §4 #10, companion §9",
    {
      reshape: (name) =>
        fieldsReshape(/^appLogs\.list$/, (fields) => {
          if (fields.total_count === undefined) return fields;
          const counted = { ...fields, count: fields.total_count };
          return name === "both" ? counted : without(counted, "total_count");
        }),
    },
  ),
  emptyParams: choice(
    ["null", "empty", "absent"],
    "`params` of an edge template without parameters.",
    "companion §5.3",
    {
      reshape: (form) =>
        fieldsReshape(/^appTemplates\.get$/, (fields) => {
          if (fields.params !== null) return fields;
          return form === "absent" ? without(fields, "params") : { ...fields, params: [] };
        }),
    },
  ),
  templateId: choice(
    ["returned", "omitted"],
    "The response for a single edge template has an `id`, or not.",
    "companion §5.3",
    { reshape: () => fieldsReshape(/^appTemplates\.get$/, (fields) => without(fields, "id")) },
  ),
  timestamps: choice(
    ["as-seen", "zoned", "unzoned"],
    "Timestamps with or without a time zone.",
    "open point: zone; companion §1.2, §4.3",
    {
      reshape: (zone) => {
        const form = (value: unknown) => {
          if (typeof value !== "string" || !dateTime.test(value)) return value;
          const bare = value.replace(/Z$/, "");
          return zone === "zoned" ? `${bare}Z` : bare;
        };
        return fieldsReshape(/./, (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [name, timestampNames.test(name) ? form(value) : value]),
          ),
        );
      },
    },
  ),
};
