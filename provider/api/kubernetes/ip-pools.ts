import { z } from "zod";
import { fieldMetadata } from "../field-metadata.ts";
import { limits } from "../limits.ts";

/** Networks of pods and services. platform-api §2.3, bounds: companion §2.3. */

/** First and last address of an IPv4 network; undefined for other text. */
function ipv4Range(cidr: string): { first: number; last: number } | undefined {
  const [address = "", prefix = ""] = cidr.split("/");
  const bytes = address.split(".").map(Number);
  if (bytes.length !== 4 || prefix === "") return undefined;
  const size = 2 ** (32 - Number(prefix));
  const given = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const first = Math.floor(given / size) * size;
  return { first, last: first + size - 1 };
}

/** Whether two IPv4 networks share an address. */
function ipv4Overlap(one: string, other: string): boolean {
  const a = ipv4Range(one);
  const b = ipv4Range(other);
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}

const [nodes, platform] = limits.kubernetes.reservedNetworks;

const ipv4Pool = z
  .cidrv4({ error: "must be an IPv4 network such as 172.16.0.0/18" })
  .refine((cidr) => !limits.kubernetes.reservedNetworks.some((reserved) => ipv4Overlap(cidr, reserved)), {
    error: `must not overlap ${nodes} or ${platform}, which the platform uses itself`,
  })
  .nullish()
  .register(fieldMetadata, { serverDefault: true, immutable: true });
const ipv6Pool = z
  .cidrv6({ error: "must be an IPv6 network such as fd00::/108" })
  .nullish()
  .register(fieldMetadata, { serverDefault: true, immutable: true });

export const ipPools = {
  pods_ip_pool: ipv4Pool.describe(
    "IPv4 network of the pods. If it is omitted, the platform uses 172.16.0.0/18, or 172.16.0.0/17 with Cilium.",
  ),
  services_ip_pool: ipv4Pool.describe(
    "IPv4 network of the services. If it is omitted, the platform uses 172.24.0.0/18, or 172.24.0.0/17 with Cilium.",
  ),
  pods_ipv6_pool: ipv6Pool.describe("IPv6 network of the pods."),
  services_ipv6_pool: ipv6Pool.describe("IPv6 network of the services."),
};
