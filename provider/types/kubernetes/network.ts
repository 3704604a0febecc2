// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { JsonValue } from "../../api/json.ts";

/**
 * Network plugin of a cluster.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Cni {
  /**
   * Network plugin.
   *
   * Default: `"calico"`.
   */
  provider?: "calico" | "cilium";
  /**
   * Settings of Cilium.
   *
   * The platform sets it when it is omitted.
   */
  cilium?: CiliumOptions | null;
}

/**
 * Settings of Cilium.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface CiliumOptions {
  /**
   * Encrypts traffic between pods.
   *
   * Default: `false`.
   */
  encryption?: boolean;
  /**
   * Runs Hubble Relay.
   *
   * Default: `false`.
   */
  hubbleRelay?: boolean;
  /**
   * Runs the Hubble UI.
   *
   * Default: `false`.
   */
  hubbleUi?: boolean;
  /**
   * Accelerates load balancing.
   *
   * Default: `false`.
   */
  lbAcceleration?: boolean;
  /**
   * Mode of load balancing.
   *
   * Default: `"snat"`.
   */
  lbMode?: "snat" | "dsr" | "hybrid";
  /**
   * Tunnel protocol. Empty: none.
   *
   * Default: `"geneve"`.
   */
  tunnel?: "geneve" | "vxlan" | "";
  /**
   * How pods of different nodes reach each other.
   *
   * Default: `"tunnel"`.
   */
  routingMode?: "tunnel" | "native";
  /**
   * Prefix length of a node's IPv4 network of pods.
   *
   * Integer. Default: `24`.
   */
  maskSize?: number;
  /**
   * Prefix length of a node's IPv6 network of pods.
   *
   * Integer. Default: `120`.
   */
  maskSizeV6?: number;
}

/**
 * DDoS protection.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface DdosProfile {
  /** Whether protection is on. */
  enabled: boolean;
  /**
   * Fields of the profile.
   *
   * Elements are identified by `baseField`; their order is not significant.
   */
  fields?: DdosProfileField[] | null;
  /**
   * Id of the profile template.
   *
   * Integer.
   */
  profileTemplate?: number | null;
  /** Name of the profile template. */
  profileTemplateName?: string | null;
}

/**
 * A field of the DDoS protection profile.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface DdosProfileField {
  /**
   * Id of the field in the profile template.
   *
   * Integer.
   */
  baseField: number;
  /**
   * Values of the field.
   *
   * Each element: integer.
   */
  fieldValue?: number[] | null;
  /**
   * Value as text.
   *
   * At most 500 characters.
   */
  value?: string | null;
}

/**
 * Network plugin.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface CniResult {
  /** `calico` or `cilium`. */
  provider?: string | null;
  /** Settings of Cilium. */
  cilium?: CiliumResult | null;
}

/**
 * Settings of Cilium.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface CiliumResult {
  /** Whether traffic between pods is encrypted. */
  encryption?: boolean | null;
  /** Whether Hubble Relay runs. */
  hubbleRelay?: boolean | null;
  /** Whether the Hubble UI runs. */
  hubbleUi?: boolean | null;
  /** Whether load balancing is accelerated. */
  lbAcceleration?: boolean | null;
  /** Mode of load balancing. */
  lbMode?: string | null;
  /** Tunnel protocol. */
  tunnel?: string | null;
  /** How pods of different nodes reach each other. */
  routingMode?: string | null;
  /** Prefix length of a node's IPv4 network of pods. */
  maskSize?: number | null;
  /** Prefix length of a node's IPv6 network of pods. */
  maskSizeV6?: number | null;
}

/**
 * DDoS protection.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface DdosProfileResult {
  /** Whether protection is on. */
  enabled?: boolean | null;
  /** Fields of the profile. */
  fields?: DdosProfileFieldResult[] | null;
  /** Id of the profile template. */
  profileTemplate?: number | null;
  /** Name of the profile template. */
  profileTemplateName?: string | null;
}

/**
 * A field of the DDoS protection profile, as the platform returns it.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface DdosProfileFieldResult {
  /** Id of the field in the profile template. */
  baseField?: number | null;
  /** Values of the field. */
  fieldValue?: JsonValue | null;
  /** Value as text. */
  value?: string | null;
}
