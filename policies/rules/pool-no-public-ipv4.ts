import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

export const poolNoPublicIpv4 = resourceRule({
  name: "pool-no-public-ipv4",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description: "Nodes must not have public IPv4 addresses.",
  remediation: "Set isPublicIpv4: false and publish services through a load balancer. The pool is recreated.",
  reference: "platform-api §2.3",
  controls: { "iso-27001": ["A.8.20"], "cis-v8": ["12.2"] },
  config: z.object({}),
  on: ["kubernetes.Cluster"],
  evaluate({ value, report }) {
    for (const pool of value.get("pools").elements())
      if (pool.get("isPublicIpv4").boolean() === true) report(pool.get("isPublicIpv4"), "must be false; got true");
  },
});
