import { clusterKey } from "../kubernetes/records.ts";
import type { Platform } from "../platform.ts";

/** Project and region of the cluster, as in the example programs. */
const address = { project_id: 1, region_id: 76 };
const markerField = "x_stranger";
const clusterName = "stranger";

/**
 * Adds or removes objects whose fields have unexpected types and values (behavior `strangers`). They are stored records, so every
 * list and get returns them.
 */
export function syncStrangers({ behaviors, store }: Platform): void {
  const numbered = { ruleTemplates: ruleTemplate, reservations: reservation, appTemplates: appTemplate, apps: app };
  const wanted = behaviors.values.strangers === "present";
  for (const [name, stranger] of Object.entries(numbered)) {
    const collection = store[name as keyof typeof numbered];
    // Searches by the marker instead of reading all records: a start with a hundred thousand records would parse each of them.
    const found = collection.search({ find: markerField, limit: 1000, descending: true }).items;
    const present = found.filter(({ record }) => markerField in record);
    if (!wanted) for (const { id } of present) collection.delete(id);
    else if (present.length === 0) putStranger(collection, stranger(collection.nextId()));
  }
  const key = clusterKey({ ...address, cluster_name: clusterName });
  const isPresent = markerField in (store.clusters.get(key) ?? {});
  if (wanted && !isPresent) putUnchecked(store.clusters, key, cluster);
  if (!wanted && isPresent) store.clusters.delete(key);
}

/** These records are the only ones that do not match the schema of their collection. */
type Loose = { put(id: string | number, record: never): void };

function putUnchecked(collection: Loose, id: string | number, record: object): void {
  collection.put(id, { ...record, [markerField]: true } as never);
}

function putStranger(collection: Loose, record: { id: number }): void {
  putUnchecked(collection, record.id, record);
}

const ruleTemplate = (id: number) => ({
  id,
  name: null,
  client: "5",
  deleted: false,
  rule: "/unexpected",
  ruleType: null,
  weight: "first",
  template: null,
  default: false,
  overrideOriginProtocol: "QUIC",
  options: { gzipOn: "yes", slice: [true], brotli_compression: 7, hostHeader: { value: 80 } },
});

const reservation = (id: number) => ({
  id,
  name: null,
  region_id: "76",
  status: "FROZEN",
  user_status: 3,
  next_statuses: null,
  activity_period: "fortnight",
  activity_period_length: null,
  amount_prices: "n/a",
  created_at: "yesterday",
  resources: null,
});

const appTemplate = (id: number) => ({
  id,
  name: null,
  api_type: null,
  owned: "yes",
  binary_id: "none",
  params: "none",
  short_descr: 7,
  mine: true,
  shared: false,
});

const app = (id: number) => ({
  id,
  name: null,
  status: "paused",
  api_type: 2,
  networks: "all",
  plan_id: "x",
  secrets: {},
});

const cluster = {
  ...address,
  id: "00000000-0000-4000-8000-000000000000",
  name: clusterName,
  status: null,
  version: "edge",
  keypair: 7,
  pools: [],
  cni: "none",
  logging: [],
  task_id: null,
  is_ipv6: "no",
  autoscaler_config: { threshold: 3 },
};
