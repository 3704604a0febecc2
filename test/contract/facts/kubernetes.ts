import { each, type Field, flag, integer, list, map, nullable, object, required, text } from "./field.ts";
import { forms } from "./forms.ts";

const texts = (key: string): Field => map(key, text());

/** platform-api §2.3. The contract does not show which fields a pool requires, nor their bounds. */
const pool: Field = object({
  name: text({ sample: "general" }),
  flavor_id: text({ sample: "g1-standard-2-4" }),
  min_node_count: integer({ sample: 2 }),
  max_node_count: integer({ sample: 5 }),
  boot_volume_size: integer({ sample: 50 }),
  boot_volume_type: text({ sample: "ssd_hiiops" }),
  auto_healing_enabled: flag(),
  is_public_ipv4: flag(),
  servergroup_policy: text({ sample: "affinity" }),
  labels: texts("tier"),
  taints: map("dedicated", text({ form: forms.taint })),
  crio_config: texts("default-ulimits"),
  kubelet_config: texts("podMaxPids"),
});

const oidc: Field = object({
  ...each(["client_id", "groups_claim", "groups_prefix", "issuer_url", "username_claim", "username_prefix"], () =>
    text({ sample: "https://login.example.com" }),
  ),
  required_claims: texts("hd"),
  signing_algs: list(text({ sample: "RS256" })),
});

const cni: Field = object(
  {
    provider: text({ sample: "cilium" }),
    cilium: object({
      ...each(["encryption", "hubble_relay", "hubble_ui", "lb_acceleration"], flag),
      lb_mode: text({ sample: "snat" }),
      tunnel: text({ sample: "vxlan" }),
    }),
  },
  nullable,
);

const ddosProfile: Field = object(
  {
    enabled: flag(),
    fields: list(object({ base_field: integer(), field_value: list(integer()) })),
    profile_template: integer(),
  },
  nullable,
);

const logging: Field = object(
  {
    enabled: flag(),
    destination_region_id: integer(),
    topic_name: text({ sample: "edge-logs" }),
    retention_policy: object({ period: integer() }),
  },
  nullable,
);

/** platform-api §2.3. */
export const clusterBody: Field = object({
  name: text({ ...required, min: 1, max: 20, sample: "edge-1" }),
  keypair: text({ ...required, min: 1, max: 255, sample: "ops" }),
  version: text({ ...required, sample: "v1.31.9" }),
  pools: list(pool, { ...required, min: 1 }),
  authentication: object({ oidc }, nullable),
  autoscaler_config: map("scan-interval", text(), nullable),
  cni,
  ddos_profile: ddosProfile,
  ...each(["fixed_network", "fixed_subnet"], () => text({ nullable: true, default: "", form: forms.uuidOrEmpty })),
  is_ipv6: flag({ nullable: true, default: false }),
  logging,
  ...each(["pods_ip_pool", "services_ip_pool"], () => text({ nullable: true, form: forms.cidr4 })),
  ...each(["pods_ipv6_pool", "services_ipv6_pool"], () => text({ nullable: true, form: forms.cidr6 })),
});

/** platform-api §4 #3. */
export const taskIds: Field = object({ tasks: list(text(), required) });
