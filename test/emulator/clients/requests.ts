import { cdnOptions } from "@cloudplatform/pulumi/api";

/**
 * Request bodies of the platform's official clients and of an infrastructure tool's provider. They send every field that they
 * know; unset fields are null or the empty value of their type.
 */

const unsetOptions = Object.fromEntries(Object.keys(cdnOptions).map((name) => [name, null]));

/** Options of a rule template, each with all fields of the client's model. */
export const clientOptions: Readonly<Record<string, object>> = {
  edge_cache_settings: { enabled: true, value: "3600s", custom_values: {}, default: "" },
  browser_cache_settings: { enabled: true, value: "600s" },
  cors: { enabled: true, value: ["*"], always: null },
  force_return: { enabled: true, code: 503, body: "", time_interval: null },
  image_stack: { enabled: true, avif_enabled: true, webp_enabled: null, quality: null, png_lossless: null },
  limit_bandwidth: { enabled: true, limit_type: "dynamic", speed: null, buffer: null },
  query_string_forwarding: {
    enabled: true,
    forward_from_file_types: ["m3u8"],
    forward_to_file_types: ["ts"],
    forward_only_keys: [],
    forward_except_keys: null,
  },
  request_limiter: { enabled: true, rate: 20, rate_unit: "", burst: null, delay: null },
  rewrite: { enabled: true, body: "/(.*) /media/$1", flag: "" },
  secure_key: { enabled: true, key: "kept-secret", type: null },
  sni: { enabled: true, sni_type: "", custom_hostname: "origin.example.com" },
  edgeapp: {
    enabled: true,
    on_request_headers: { enabled: true, app_id: "7", interrupt_on_error: null },
    on_request_body: null,
    on_response_headers: null,
    on_response_body: null,
  },
};

/** Returns a rule template with `options` as a client sends it. */
export function clientTemplate(options: object = clientOptions) {
  return {
    rule: "images/.*",
    ruleType: 0,
    name: null,
    weight: null,
    overrideOriginProtocol: "HTTPS",
    template: null,
    options: { ...unsetOptions, waap: null, ...options },
  };
}

/** A pool of virtual machines with all fields of the client's model. */
export const clientPool = {
  name: "general",
  flavor_id: "g1-standard-2-4",
  min_node_count: 1,
  max_node_count: 3,
  boot_volume_size: 50,
  boot_volume_type: "ssd_hiiops",
  servergroup_policy: "affinity",
  auto_healing_enabled: null,
  is_public_ipv4: null,
  labels: null,
  taints: null,
  crio_config: null,
  kubelet_config: null,
};

/** A bare metal pool whose unset fields have the empty values of their types. */
export const clientMetalPool = {
  ...clientPool,
  name: "metal",
  flavor_id: "bm1-hf-medium",
  max_node_count: null,
  boot_volume_size: 0,
  boot_volume_type: "",
  servergroup_policy: "",
  labels: {},
  taints: {},
};

/** A cluster with all fields of the client's model. */
export const clientCluster = {
  name: "theirs",
  keypair: "ops",
  version: "v1.31.9",
  pools: [clientPool, clientMetalPool],
  add_ons: null,
  authentication: null,
  autoscaler_config: null,
  cni: { provider: "cilium", cilium: { encryption: null, hubble_relay: true, lb_mode: "", routing_mode: null } },
  csi: { nfs: { vast_enabled: false } },
  ddos_profile: { enabled: false, fields: null, profile_template: null, profile_template_name: "" },
  fixed_network: null,
  fixed_subnet: "",
  is_ipv6: null,
  logging: { enabled: false, destination_region_id: null, topic_name: "", retention_policy: null },
  pods_ip_pool: "",
  services_ip_pool: null,
  pods_ipv6_pool: null,
  services_ipv6_pool: "",
};

/** An edge template with its texts unset. */
export const clientAppTemplate = {
  name: "theirs",
  binary_id: 42,
  owned: true,
  short_descr: null,
  long_descr: null,
  params: [{ name: "greeting", data_type: "string", mandatory: null, descr: null, metadata: "" }],
};
