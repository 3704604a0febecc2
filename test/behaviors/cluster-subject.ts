import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clusterInputs } from "../cluster/cluster.ts";
import { declarations } from "../cluster/generated.ts";
import type { Drift, Stored, Subject } from "./subject.ts";

type Pool = Record<string, unknown> & { name: string; labels?: object; minNodeCount: number };

const poolsOf = (inputs: Properties) => inputs.pools as Pool[];

const inputs = declarations.map(({ bareVersion, settings, inputs: given }) => {
  const name = `edge-${String(Math.abs(hash(JSON.stringify([settings, given])))).slice(0, 12)}`;
  return clusterInputs({
    ...settings,
    ...given,
    name,
    version: bareVersion ? "1.31.13" : "v1.31.9",
  }) as object as Properties;
});

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0;
  return sum;
}

export const cluster: Subject = {
  handler: clusterHandler,
  inputs,
  find: ({ store }, id) => store.clusters.get(id),
  put: ({ store }, id, record) => store.clusters.put(id, record as never),
  change(declared) {
    const [first, ...others] = poolsOf(declared);
    if (first === undefined) throw new Error("A cluster has a pool.");
    const pools = [{ ...first, labels: { ...first.labels, changed: "yes" } }, ...others];
    return { inputs: { ...declared, pools }, sends: [new RegExp(`^PATCH /.*/pools/${first.name}$`)] };
  },
  drifts(record, declared) {
    const drifts: Drift[] = [
      set("autoscaler_config", "autoscalerConfig", { drifted: "yes" }),
      set("authentication", "authentication", { oidc: { issuer_url: "https://drifted.example.com", client_id: "x" } }),
      set("ddos_profile", "ddosProfile", { enabled: true, profile_template: 77, fields: [] }),
      set("logging", "logging", {
        enabled: (record.logging as Stored | null)?.enabled !== true,
        topic_name: "drifted",
        destination_region_id: 76,
        retention_policy: null,
      }),
    ];
    const cni = record.cni as { cilium?: { hubble_ui?: boolean } | null };
    if ((declared.cni as { cilium?: unknown } | undefined)?.cilium)
      drifts.push(set("cni", "cni", { ...cni, cilium: { ...cni.cilium, hubble_ui: cni.cilium?.hubble_ui !== true } }));
    for (const pool of poolsOf(declared)) drifts.push(...poolDrifts(pool));
    return drifts;
  },
  adopted: (declared, { version }) => ({ ...declared, version }),
  identity: (record, declared) => [
    record.id,
    poolsOf(declared).map(({ name }) => (record.pools as Stored[]).find((pool) => pool.name === name)?.id),
  ],
};

function set(field: string, path: string, value: unknown): Drift {
  return { path, apply: (record) => ({ ...record, [field]: value }) };
}

function poolDrifts(pool: Pool): Drift[] {
  const { name, minNodeCount, maxNodeCount } = pool;
  const change = (field: string, path: string, turn: (old: Stored) => unknown): Drift => ({
    path: `pools.${name}.${path}`,
    apply: (record) => ({
      ...record,
      pools: (record.pools as Stored[]).map((one) => (one.name === name ? { ...one, [field]: turn(one) } : one)),
    }),
  });
  const drifts = [
    change("min_node_count", "minNodeCount", () => (minNodeCount === 1 ? 2 : 1)),
    change("auto_healing_enabled", "autoHealingEnabled", (one) => one.auto_healing_enabled !== true),
    change("labels", "labels", ({ labels }) => ({ ...(labels as object), drifted: "yes" })),
    change("taints", "taints", ({ taints }) => ({ ...(taints as object), drifted: "x:NoSchedule" })),
  ];
  if (typeof maxNodeCount === "number") drifts.push(change("max_node_count", "maxNodeCount", () => maxNodeCount + 10));
  return drifts;
}
