import type { cdn, edge, kubernetes, reservations } from "@cloudplatform/pulumi";
import * as dynamic from "@cloudplatform/pulumi";
import { type ResourceName, resourceNames } from "@cloudplatform/pulumi/registry";
import type * as pulumi from "@pulumi/pulumi";

/** Resources of the registry that the table leaves out, with the reason. */
const leftOut = {
  "cdn.RuleSet": "it is several objects, where the rows count one; test/rule-set has its options and commands",
  "edge.Secret": "all its options behave as those of edge.AppTemplate; test/secret and test/behaviors have its own",
  "quotas.NotificationThreshold": "a client has exactly one, and the rows declare several of each resource",
} as const satisfies Partial<Record<ResourceName, string>>;

/** A resource of the table. */
export type Kind = Exclude<ResourceName, keyof typeof leftOut>;

/** The resources of the registry; every row of the table is checked for each of them. */
export const kinds = resourceNames.filter((name): name is Kind => !(name in leftOut));

export type OfEachKind<T> = Record<Kind, T>;

interface Args extends OfEachKind<object> {
  "cdn.RuleTemplate": cdn.RuleTemplateArgs;
  "kubernetes.Cluster": kubernetes.ClusterArgs;
  "reservations.Reservation": reservations.ReservationArgs;
  "edge.AppTemplate": edge.AppTemplateArgs;
}

/** Arguments that differ from the first declaration of a group. */
export type Changes = { [K in Kind]?: Partial<Args[K]> };

export type Group = OfEachKind<pulumi.CustomResource>;

type Options = pulumi.CustomResourceOptions;

const pool = (name: string, minNodeCount: number) => ({
  name,
  flavorId: "g1-standard-2-4",
  minNodeCount,
  maxNodeCount: 5,
  bootVolumeSize: 50,
  bootVolumeType: "ssd_hiiops" as const,
  servergroupPolicy: "soft-anti-affinity" as const,
});

/** Lists that are not sorted by name in the program, because an index refers to the program's order. */
export const lists = {
  countries: (first: string) => [first, "DE"],
  pools: (first: number, second: number) => [pool("web", first), pool("batch", second)],
  hardware: (first: number) => [
    { resourceName: "bm1-hf-medium", resourceType: "flavor" as const, resourceValue: first },
    { resourceName: "bm1-basic-small", resourceType: "flavor" as const, resourceValue: 1 },
  ],
  params: (first: string, second: string) => [
    { name: "greeting", dataType: "string" as const, descr: first },
    { name: "color", dataType: "string" as const, descr: second },
  ],
};

export function firstArgs(name: string): Args {
  return {
    "cdn.RuleTemplate": {
      name,
      rule: `/${name}/`,
      ruleType: 0,
      weight: 5,
      options: {
        edge_cache_settings: { enabled: true, value: "60s" },
        country_acl: { enabled: true, policy_type: "deny", excepted_values: lists.countries("FR") },
      },
    },
    "kubernetes.Cluster": {
      projectId: 1,
      regionId: 76,
      name,
      keypair: "ops",
      version: "v1.31.9",
      pools: lists.pools(1, 1),
      cni: { provider: "cilium" },
    },
    "reservations.Reservation": { name, period: "MONTHS12", regionId: 76, resources: lists.hardware(1) },
    "edge.AppTemplate": { binaryId: 42, name, owned: true, shortDescr: "first", params: lists.params("one", "two") },
  };
}

/** Options of `declareGroup`. */
export interface Declaration {
  /** Name of all four objects on the platform, and the prefix of the resources' names in the program. */
  name: string;
  /** Prefix of the names in the program. Default: `name`. */
  label?: string;
  change?: Changes;
  options?: Options | ((kind: Kind) => Options);
  only?: readonly Kind[];
  /** The areas of a provider's package. Default: those of the dynamic provider. */
  served?: Served;
}

type Served = {
  cdn: Pick<typeof cdn, "RuleTemplate">;
  kubernetes: Pick<typeof kubernetes, "Cluster">;
  reservations: Pick<typeof reservations, "Reservation">;
  edge: Pick<typeof edge, "AppTemplate">;
};

/** Declares one resource of each kind. */
export function declareGroup({
  name,
  label = name,
  change = {},
  options = {},
  only = kinds,
  served = dynamic,
}: Declaration): Group {
  const first = firstArgs(name);
  const optionsOf = typeof options === "function" ? options : () => options;
  const made: Partial<Group> = {};
  const declare = <K extends Kind>(kind: K, create: (name: string, args: Args[K], options: Options) => Group[K]) => {
    if (only.includes(kind))
      made[kind] = create(logicalName(label, kind), { ...first[kind], ...change[kind] }, optionsOf(kind));
  };
  declare("cdn.RuleTemplate", (...all) => new served.cdn.RuleTemplate(...all));
  declare("kubernetes.Cluster", (...all) => new served.kubernetes.Cluster(...all));
  declare("reservations.Reservation", (...all) => new served.reservations.Reservation(...all));
  declare("edge.AppTemplate", (...all) => new served.edge.AppTemplate(...all));
  return made as Group;
}

/** Returns the name of a group's resource in the program. */
export function logicalName(label: string, kind: Kind): string {
  return `${label}-${kind.split(".")[1]}`;
}

/** Outputs that a program makes secret by `additionalSecretOutputs`. */
export const secretOutputs: OfEachKind<string[]> = {
  "cdn.RuleTemplate": ["rule"],
  "kubernetes.Cluster": ["clusterId", "keypair"],
  "reservations.Reservation": ["createdAt", "period"],
  "edge.AppTemplate": ["shortDescr"],
};
