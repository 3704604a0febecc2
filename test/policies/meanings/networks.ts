import fc from "fast-check";
import { type Case, cluster } from "../../helpers/declared.ts";
import { each, type Meaning, of } from "./meaning.ts";

const one = (changes: Record<string, unknown>, config?: Case["config"]): Case => ({
  resources: [cluster(changes)],
  ...(config && { config }),
});

/** Networks of the platform, as spelled by users. */
const reservedNetworks = [
  ["10.255.255.0/24", "10.255.255.0/24"],
  ["10.0.0.0/8", "10.255.255.0/24"],
  ["10.255.255.255/32", "10.255.255.0/24"],
  ["10.255.255.7", "10.255.255.0/24"],
  ["192.168.0.0/16", "192.168.128.0/17"],
  ["192.168.255.255/17", "192.168.128.0/17"],
  ["0.0.0.0/0", "10.255.255.0/24"],
] as const;
const ipPoolsReserved: Meaning = {
  bypass: each(["podsIpPool", "servicesIpPool"], (field) =>
    of(...reservedNetworks).map(([network, hit]) => ({
      ...one({ [field]: network }, { reserved: ["10.255.0.0/16"] }),
      message: `${field}: ${network} overlaps ${hit}`,
    })),
  ).concat(
    each(["podsIpPool", "servicesIpPool"], (field) => ({
      ...one({ [field]: "172.20.1.0/24" }, { reserved: ["172.20.0.0/16"] }),
      message: "172.20.1.0/24 overlaps 172.20.0.0/16",
    })),
  ),
  honest: each(["podsIpPool", "servicesIpPool"], (field) =>
    of("10.255.254.0/24", "10.0.0.0/9", "192.168.0.0/17", "192.169.0.0/16", undefined).map((network) =>
      one({ [field]: network }, { reserved: ["172.20.0.0/16"] }),
    ),
  ),
};

const ipPoolsOverlap: Meaning = {
  bypass: [
    // The platform's default counts for a network that is left out.
    ...each(["172.24.0.0/18", "172.16.0.0/12", "172.24.1.0/24", "0.0.0.0/0", "172.24.63.255"], (podsIpPool) => ({
      ...one({ podsIpPool }),
      message: `servicesIpPool: 172.24.0.0/18 overlaps the network of the pods, ${podsIpPool}`,
    })),
    ...each(["172.16.0.0/18", "172.16.63.0/24"], (servicesIpPool) => one({ servicesIpPool })),
    fc
      .integer({ min: 8, max: 30 })
      .map((bits) => one({ podsIpPool: `10.0.0.0/${bits}`, servicesIpPool: "10.0.0.0/30" })),
    ...each(["fd00::/48", "FD00:0000::/48", "fd00:0:0:1::/64", "fd00::/8", "::/0", "fd00::7"], (other) =>
      fc.boolean().map((isPods) => {
        const [podsIpv6Pool, servicesIpv6Pool] = isPods ? [other, "fd00::/48"] : ["fd00::/48", other];
        return {
          ...one({ podsIpv6Pool, servicesIpv6Pool }),
          ...(other !== "fd00::7" && { message: `servicesIpv6Pool: ${servicesIpv6Pool} overlaps` }),
        };
      }),
    ),
  ],
  honest: [
    fc
      .integer({ min: 9, max: 30 })
      .map((bits) => one({ podsIpPool: `10.0.0.0/${bits}`, servicesIpPool: `10.128.0.0/${bits}` })),
    // Adjacent networks.
    ...each(
      [
        ["fd00::/64", "fd00:0:0:1::/64"],
        ["fd00::/48", undefined],
        [undefined, "fd00::/48"],
      ],
      ([podsIpv6Pool, servicesIpv6Pool]) => one({ podsIpv6Pool, servicesIpv6Pool }),
    ),
    ...each(["172.16.64.0/18", "172.24.64.0/18", undefined], (podsIpPool) => one({ podsIpPool })),
  ],
};

export const networkMeanings: Readonly<Record<string, Meaning>> = {
  "ip-pools-overlap": ipPoolsOverlap,
  "ip-pools-reserved": ipPoolsReserved,
};
