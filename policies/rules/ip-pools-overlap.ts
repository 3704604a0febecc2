import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";
import { networksOverlap } from "../net/networks.ts";

/** The platform's defaults for omitted pools (companion §2.3). */
const standard: Record<string, string> = { podsIpPool: "172.16.0.0/18", servicesIpPool: "172.24.0.0/18" };

export const ipPoolsOverlap = resourceRule({
  name: "ip-pools-overlap",
  group: "guard-rails",
  severity: "high",
  level: "mandatory",
  description: "The networks of a cluster's pods and services must not overlap.",
  remediation: "Choose another network for one of them; neither can change after the cluster is created.",
  reference: "platform-api §2.3; companion §2.3",
  config: z.object({}),
  on: ["kubernetes.Cluster"],
  evaluate({ value, report }) {
    const pods = networkOf(value, "podsIpPool");
    const services = networkOf(value, "servicesIpPool");
    if (pods !== undefined && services !== undefined && networksOverlap(pods, services))
      report(value.get("servicesIpPool"), `${services} overlaps the network of the pods, ${pods}`);
    const pods6 = value.get("podsIpv6Pool").text();
    const services6 = value.get("servicesIpv6Pool").text();
    if (pods6 !== undefined && services6 !== undefined && networksOverlap(pods6, services6))
      report(value.get("servicesIpv6Pool"), `${services6} overlaps the network of the pods, ${pods6}`);
  },
});

function networkOf(value: Value, field: string): string | undefined {
  const pool = value.get(field);
  return pool.isGiven() ? pool.text() : standard[field];
}
