/* What the console knows about each collection: its name, its columns, and the corresponding Pulumi resource. */

const pool = {
  ...{ name: "general", flavor_id: "g1-standard-2-4", min_node_count: 2, max_node_count: 5 },
  ...{ boot_volume_size: 50, boot_volume_type: "ssd_hiiops", servergroup_policy: "soft-anti-affinity" },
};

/**
 * `columns` are sortable fields; those with timestamps are shown relative to the clock. `adopt` is the resource name for
 * `cloudplatform adopt`. `create` is the initial body of the form.
 */
export const catalog = {
  clusters: {
    ...{ title: "Kubernetes clusters", noun: "cluster", area: "Kubernetes" },
    ...{ columns: ["name", "version", "created_at"], type: "cloudplatform:kubernetes:Cluster", adopt: "cluster" },
    create: { name: "edge-1", keypair: "ops", version: "v1.31.9", pools: [pool] },
  },
  ruleTemplates: {
    ...{ title: "CDN rule templates", noun: "rule template", area: "CDN" },
    ...{
      columns: ["name", "rule", "ruleType", "weight"],
      type: "cloudplatform:cdn:RuleTemplate",
      adopt: "rule-template",
    },
    create: { name: "Images", rule: "/images/.*", ruleType: 0, weight: 1 },
  },
  reservations: {
    ...{ title: "Reservations", noun: "reservation", area: "Reservations" },
    columns: ["name", "region_id", "activity_period", "active_to"],
    ...{ type: "cloudplatform:reservations:Reservation", adopt: "reservation" },
    create: { name: "gpu-fleet", region_id: 76, period: 12, resources: [] },
  },
  appTemplates: {
    ...{ title: "Edge app templates", noun: "app template", area: "Edge", columns: ["name", "api_type", "binary_id"] },
    ...{ type: "cloudplatform:edge:AppTemplate", adopt: "app-template" },
    create: { name: "hello", binary_id: 42, owned: true, params: [] },
  },
  apps: { title: "Edge apps", noun: "app", area: "Edge", columns: ["name", "api_type", "plan"] },
  secrets: {
    ...{ title: "Edge secrets", noun: "secret", area: "Edge", columns: ["name", "comment"] },
    ...{ type: "cloudplatform:edge:Secret", adopt: "secret" },
    create: { name: "signing-key", comment: "", secret_slots: [{ slot: 0, value: "change-me" }] },
  },
  appLogs: { title: "Edge app logs", noun: "log line", area: "Edge", columns: ["app_name", "log", "timestamp"] },
  streams: { title: "Streams", noun: "stream", area: "Streaming", columns: ["name", "active", "live", "created_at"] },
  gpuClusters: {
    title: "GPU clusters",
    noun: "GPU cluster",
    area: "GPU",
    columns: ["name", "project_id", "region_id"],
  },
  storageEvents: { title: "Storage events", noun: "kind of event", area: "Storage", columns: ["events"] },
  quotas: { title: "Quotas", noun: "set of quotas", area: "Account", columns: ["region_id", "quotas"] },
  thresholds: {
    ...{ title: "Quota thresholds", noun: "threshold", area: "Account", columns: ["threshold", "last_sending"] },
    ...{ type: "cloudplatform:quotas:NotificationThreshold", adopt: "notification-threshold" },
  },
  flavors: { title: "Flavors", noun: "flavor", area: "Prices", columns: ["cpu_text", "ram_text", "price_per_hour"] },
  regions: { title: "Regions", noun: "region", area: "Prices", columns: ["name", "price_status"] },
  priceList: { title: "Price list", noun: "price list", area: "Prices", columns: ["currency_code", "vat_percent"] },
};

export const infoOf = (collection) =>
  catalog[collection] ?? { title: collection, noun: "record", area: "Other", columns: ["name"] };

/** Names of the numeric statuses of an edge app. */
const appStatuses = ["draft", "enabled", "disabled", "hourly limit exceeded", "daily limit exceeded", "suspended"];

export function stateText(collection, state) {
  return collection === "apps" ? (appStatuses[state] ?? state) : state;
}

export const stateOf = (collection, record) => stateText(collection, record.status ?? record.state);

export const isTime = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
