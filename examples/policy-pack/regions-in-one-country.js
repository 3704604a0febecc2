// @ts-check
import { stackRule } from "@cloudplatform/policies";
import { z } from "zod";

/**
 * Countries of the regions that Acme uses.
 * @type {Readonly<Record<number, string>>}
 */
const countries = { 76: "Luxembourg", 80: "Luxembourg", 4: "Netherlands" };

/** A rule about the whole stack. */
export const regionsInOneCountry = stackRule({
  name: "regions-in-one-country",
  group: "stack",
  severity: "medium",
  level: "advisory",
  description: "The clusters of a stack must be in regions of one country.",
  remediation: "Choose another region, or move the cluster to another stack.",
  reference: "Acme, data protection",
  config: z.object({}),
  evaluateStack({ resources, read, report }) {
    const clusters = resources.filter((resource) => resource.kind === "kubernetes.Cluster");
    const located = clusters.map((cluster) => {
      const region = read(cluster).get("regionId").number();
      return { cluster, country: region === undefined ? undefined : countries[region] };
    });
    const [first, ...others] = located.filter(({ country }) => country !== undefined);
    for (const { cluster, country } of others)
      if (country !== first?.country)
        report(cluster, `"${cluster.name}" is in ${country}, "${first?.cluster.name}" in ${first?.country}`);
  },
});
