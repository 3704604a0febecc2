import { integer, text } from "../facts/field.ts";
import { type CompanionEntry, companion, same } from "./entry.ts";

const body = "#3 body.";
const nameCharacters = { pattern: "^[a-z]([a-z0-9-]*[a-z0-9])?$" };
const cilium = "cni.cilium.";
const virtual = { requiredWhen: "the flavor is virtual" };

export const kubernetesCompanion: readonly CompanionEntry[] = [
  ...companion("companion §2.3", "character set of the name", body, {
    name: nameCharacters,
    "pools[].name": nameCharacters,
    keypair: { pattern: "^[A-Za-z0-9 ._-]+$" },
    "logging.topic_name": { pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$" },
  }),
  ...companion(
    "companion §2.3",
    "marked as required",
    body,
    same(
      [
        ...["pools[].name", "pools[].flavor_id", "pools[].min_node_count"],
        ...["authentication.oidc.client_id", "authentication.oidc.issuer_url"],
        ...["ddos_profile.enabled", "ddos_profile.fields[].base_field", "logging.retention_policy.period"],
      ],
      { required: true },
    ),
  ),
  ...companion("companion §2.3", "a bound is stated", body, {
    "pools[].name": { min: 1, max: 20 },
    "pools[].min_node_count": { min: 1, max: 200 },
    "pools[].max_node_count": { min: 1, max: 200 },
    "pools[].boot_volume_size": { min: 10, max: 2000 },
    "logging.topic_name": { min: 1, max: 223 },
    "logging.retention_policy.period": { min: 1, max: 1825 },
  }),
  ...companion("companion §2.3", "the enumeration is closed", body, {
    "pools[].boot_volume_type": { values: ["cold", "ssd_hiiops", "ssd_local", "ssd_lowlatency", "standard", "ultra"] },
    "pools[].servergroup_policy": { values: ["affinity", "anti-affinity", "soft-anti-affinity"] },
    "authentication.oidc.signing_algs[]": {
      values: ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"],
    },
    "cni.provider": { values: ["calico", "cilium"] },
    [`${cilium}lb_mode`]: { values: ["snat", "dsr", "hybrid"] },
    [`${cilium}tunnel`]: { values: ["geneve", "vxlan", ""] },
  }),
  ...companion("companion §2.3", "a default is stated", body, {
    ...same(["pools[].auto_healing_enabled", "pools[].is_public_ipv4", "logging.enabled"], { default: false }),
    ...same(["pools[].labels", "pools[].taints"], { default: {} }),
    "cni.provider": { default: "calico" },
    ...same(
      ["encryption", "hubble_relay", "hubble_ui", "lb_acceleration"].map((field) => cilium + field),
      { default: false },
    ),
    [`${cilium}lb_mode`]: { default: "snat" },
    [`${cilium}tunnel`]: { default: "geneve" },
  }),
  ...companion("companion §2.3", "a field that the contract leaves out", body, {
    [`${cilium}routing_mode`]: text({ values: ["tunnel", "native"], default: "tunnel" }),
    [`${cilium}mask_size`]: integer({ default: 24 }),
    [`${cilium}mask_size_v6`]: integer({ default: 120 }),
    "ddos_profile.fields[].value": text({ nullable: true, max: 500 }),
    "ddos_profile.profile_template_name": text({ nullable: true }),
  }),
  ...companion("companion §2.3", "null is the default", body, {
    ...same(
      [
        "max_node_count",
        "boot_volume_size",
        "boot_volume_type",
        "servergroup_policy",
        "crio_config",
        "kubelet_config",
      ].map((field) => `pools[].${field}`),
      { nullable: true },
    ),
  }),
  ...companion("companion §2.3", "null means without an end", body, {
    "logging.retention_policy.period": { nullable: true },
  }),
  ...companion("companion §2.5", "null takes OpenID Connect away", body, {
    "authentication.oidc": { nullable: true },
  }),
  ...companion("companion §2.3", "virtual flavors need all three, bare metal ones must have none", body, {
    ...same(["pools[].boot_volume_size", "pools[].boot_volume_type", "pools[].servergroup_policy"], virtual),
    "pools[].flavor_id": { narrowed: "the other fields decide between virtual and bare metal flavors" },
  }),
  ...companion("companion §2.3", "the highest count of nodes is at least the lowest", body, {
    "pools[].min_node_count": { beside: { max_node_count: 200 } },
    "pools[].max_node_count": { beside: { min_node_count: 1 } },
  }),
  ...companion("companion §2.3", "names of pools are unique in a cluster", body, { pools: { unique: true } }),
  ...companion(
    "ours",
    "null means not given, as in the fields of this area that the contract lets be null",
    body,
    same(
      [
        ...[
          "groups_claim",
          "groups_prefix",
          "username_claim",
          "username_prefix",
          "required_claims",
          "signing_algs",
        ].map((field) => `authentication.oidc.${field}`),
        ...["cni.cilium", "ddos_profile.fields", "ddos_profile.fields[].field_value", "ddos_profile.profile_template"],
        ...["logging.destination_region_id", "logging.topic_name", "logging.retention_policy"],
      ],
      { nullable: true },
    ),
  ),
  ...companion("ours", "each algorithm is accepted or not; twice is a slip", body, {
    "authentication.oidc.signing_algs": { unique: true },
  }),
  ...companion("ours", "an empty text says nothing here, and is a slip", body, {
    ...same(["version", "pools[].flavor_id", "authentication.oidc.client_id", "authentication.oidc.issuer_url"], {
      min: 1,
    }),
  }),
  ...companion("ours", "ids are counted from 1", body, { "logging.destination_region_id": { min: 1 } }),
];
