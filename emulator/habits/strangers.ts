import { clusterKey } from "../kubernetes/records.ts";
import type { Platform } from "../platform.ts";

/** Where the strange cluster and pool are: the project and region of the example programs. */
const place = { project_id: 1, region_id: 76 };
const mark = "x_stranger";
const clusterName = "stranger";

/**
 * Objects whose fields have unexpected types and values (habit `strangers`). They are real records, so that every list and
 * every get shows them, and they go when the habit does.
 */
export function showStrangers({ habits, store }: Platform): void {
  const numbered = { ruleTemplates: ruleTemplate, reservations: reservation, appTemplates: appTemplate, apps: app };
  const wanted = habits.values.strangers === "present";
  for (const [name, stranger] of Object.entries(numbered)) {
    const collection = store[name as keyof typeof numbered];
    const present = collection.entries().filter(([, record]) => mark in record);
    if (!wanted) for (const [id] of present) collection.delete(id);
    else if (present.length === 0) putStranger(collection, stranger(collection.nextId()));
  }
  const key = clusterKey({ ...place, cluster_name: clusterName });
  const isPresent = mark in (store.clusters.get(key) ?? {});
  if (wanted && !isPresent) putAnything(store.clusters, key, cluster);
  if (!wanted && isPresent) store.clusters.delete(key);
}

/** Only here does a record not have its collection's form. */
type Loose = { put(id: string | number, record: never): void };

function putAnything(collection: Loose, id: string | number, record: object): void {
  collection.put(id, { ...record, [mark]: true } as never);
}

function putStranger(collection: Loose, record: { id: number }): void {
  putAnything(collection, record.id, record);
}

const ruleTemplate = (id: number) => ({
  id,
  name: null,
  client: "5",
  deleted: false,
  rule: "/strange",
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
  ...place,
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
