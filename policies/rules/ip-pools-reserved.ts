import { limits } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";
import { networksOverlap } from "../net/networks.ts";

const { reservedNetworks } = limits.kubernetes;

export const ipPoolsReserved = resourceRule({
  name: "ip-pools-reserved",
  group: "limits",
  severity: "high",
  level: "mandatory",
  description: `The IP pools of a cluster must not overlap ${reservedNetworks.join(" or ")}, which the platform uses.`,
  remediation: "Choose another network, such as 172.16.0.0/18 for pods and 172.24.0.0/18 for services.",
  reference: "companion §2.3",
  config: z.object({
    reserved: z.array(z.cidrv4()).default([]).describe("Further networks that the IP pools must not overlap."),
  }),
  on: ["kubernetes.Cluster"],
  evaluate({ value, config, report }) {
    for (const field of ["podsIpPool", "servicesIpPool"]) {
      const pool = value.get(field);
      const network = pool.text();
      if (network === undefined) continue;
      const hit = [...reservedNetworks, ...config.reserved].find((reserved) => networksOverlap(network, reserved));
      if (hit !== undefined) report(pool, `${network} overlaps ${hit}`);
    }
  },
});
