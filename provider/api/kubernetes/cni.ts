import { z } from "zod";
import { fieldMetadata } from "../field-metadata.ts";
import { typeNames } from "../type-names.ts";

/** Network plugin of a cluster. platform-api §2.3; enumerations and defaults: companion §2.3. */

const cilium = z
  .object({
    encryption: z.boolean().default(false).describe("Encrypts traffic between pods."),
    hubble_relay: z.boolean().default(false).describe("Runs Hubble Relay."),
    hubble_ui: z.boolean().default(false).describe("Runs the Hubble UI."),
    lb_acceleration: z.boolean().default(false).describe("Accelerates load balancing."),
    lb_mode: z.enum(["snat", "dsr", "hybrid"]).default("snat").describe("Mode of load balancing."),
    tunnel: z.enum(["geneve", "vxlan", ""]).default("geneve").describe("Tunnel protocol. Empty: none."),
    routing_mode: z
      .enum(["tunnel", "native"])
      .default("tunnel")
      .describe("How pods of different nodes reach each other."),
    mask_size: z
      .int()
      .default(24)
      .register(fieldMetadata, { immutable: true })
      .describe("Prefix length of a node's IPv4 network of pods."),
    mask_size_v6: z
      .int()
      .default(120)
      .register(fieldMetadata, { immutable: true })
      .describe("Prefix length of a node's IPv6 network of pods."),
  })
  .register(typeNames, { token: "kubernetes/network:CiliumOptions" });

export const cni = z
  .object({
    provider: z
      .enum(["calico", "cilium"])
      .default("calico")
      .register(fieldMetadata, { immutable: true })
      .describe("Network plugin."),
    cilium: cilium
      .nullish()
      .register(fieldMetadata, { serverDefault: true, immutable: true })
      .describe("Settings of Cilium."),
  })
  .register(typeNames, { token: "kubernetes/network:Cni", description: "Network plugin of a cluster." })
  .nullish()
  .register(fieldMetadata, {
    serverDefault: true,
    immutable: true,
    changeText: "the plugin and Cilium's mask sizes replace, the rest in place",
  })
  .describe("Network plugin. The platform uses Calico if it is omitted.");

/** As the platform returns it. companion §2.4. */
export const cniRecord = z
  .looseObject({
    provider: z.string().nullish().describe("`calico` or `cilium`."),
    cilium: z
      .looseObject({
        encryption: z.boolean().nullish().describe("Whether traffic between pods is encrypted."),
        hubble_relay: z.boolean().nullish().describe("Whether Hubble Relay runs."),
        hubble_ui: z.boolean().nullish().describe("Whether the Hubble UI runs."),
        lb_acceleration: z.boolean().nullish().describe("Whether load balancing is accelerated."),
        lb_mode: z.string().nullish().describe("Mode of load balancing."),
        tunnel: z.string().nullish().describe("Tunnel protocol."),
        routing_mode: z.string().nullish().describe("How pods of different nodes reach each other."),
        mask_size: z.int().nullish().describe("Prefix length of a node's IPv4 network of pods."),
        mask_size_v6: z.int().nullish().describe("Prefix length of a node's IPv6 network of pods."),
      })
      .register(typeNames, { token: "kubernetes/network:CiliumResult" })
      .nullish()
      .describe("Settings of Cilium."),
  })
  .register(typeNames, { token: "kubernetes/network:CniResult" });
