import { cdn, edge, kubernetes, Provider, reservations } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";
import { type Changes, declareGroup, kinds, lists, logicalName, type OfEachKind, secretOutputs } from "../resources.ts";

/** A program with one group of resources for each option. */
export interface OptionsProgram {
  /**
   * `refused`: as `first`, plus a reservation whose replacement the program does not allow. `changed`: other names, values and
   * declarations, as the test of each option needs. `last`: as `changed`, and the old names are used again.
   */
  phase: "first" | "refused" | "changed" | "last";
  /** Ids of the objects that are adopted and read. */
  adopted: OfEachKind<string>;
  read: OfEachKind<string>;
}

class Site extends pulumi.ComponentResource {
  constructor(name: string, options?: pulumi.ComponentResourceOptions) {
    super("compatibility:index:Site", name, {}, options);
  }
}

export function optionsProgram({ phase, adopted, read }: OptionsProgram) {
  const isChanged = phase === "changed" || phase === "last";
  const change = (changes: Changes): Changes => (isChanged ? changes : {});

  const site = new Site("site");
  declareGroup({ name: "parent", options: { parent: new Site("hall", { parent: site }) } });

  const base = new cdn.RuleTemplate("base", { name: "base", rule: "/base/", ruleType: 0 });
  declareGroup({ name: "depends", options: { dependsOn: [base, site] } });

  declareGroup({
    name: "alias",
    label: isChanged ? "alias-new" : "alias-old",
    options: (kind) => (phase === "changed" ? { aliases: [{ name: logicalName("alias-old", kind) }] } : {}),
  });
  if (phase === "last") declareGroup({ name: "alias-again", label: "alias-old" });
  declareGroup({
    name: "alias-parent",
    options: isChanged ? { parent: site, aliases: [{ parent: pulumi.rootStackResource }] } : {},
  });

  declareGroup({ name: "protect", options: { protect: true } });
  if (!isChanged) {
    declareGroup({ name: "retain", options: { retainOnDelete: true } });
    const container = new cdn.RuleTemplate("container", { name: "container", rule: "/container/", ruleType: 0 });
    declareGroup({ name: "deleted-with", options: { deletedWith: container } });
  }

  declareGroup({
    name: "ignore-top",
    change: change({
      "cdn.RuleTemplate": { rule: "/other/", weight: 6 },
      "kubernetes.Cluster": { keypair: "dev" },
      "reservations.Reservation": { period: "MONTHS36" },
      "edge.AppTemplate": { shortDescr: "second" },
    }),
    options: (kind) => ({ ignoreChanges: ignored.top[kind] }),
  });
  const nested: Changes = {
    "cdn.RuleTemplate": {
      options: {
        edge_cache_settings: { enabled: true, value: "90s" },
        country_acl: { enabled: true, policy_type: "deny", excepted_values: lists.countries("FR") },
      },
    },
    "kubernetes.Cluster": { cni: { provider: "calico" } },
    "reservations.Reservation": { resources: lists.hardware(2) },
    "edge.AppTemplate": { params: lists.params("uno", "dos") },
  };
  declareGroup({
    name: "ignore-nested",
    change: change(nested),
    options: (kind) => ({ ignoreChanges: ignored.nested[kind] }),
  });
  const byIndex: Changes = {
    "cdn.RuleTemplate": {
      options: {
        edge_cache_settings: { enabled: true, value: "60s" },
        country_acl: { enabled: true, policy_type: "deny", excepted_values: lists.countries("IT") },
      },
    },
    "kubernetes.Cluster": { pools: lists.pools(3, 2) },
    "reservations.Reservation": { resources: lists.hardware(2) },
    "edge.AppTemplate": { params: lists.params("uno", "dos") },
  };
  declareGroup({
    name: "ignore-index",
    change: change(byIndex),
    options: (kind) => ({ ignoreChanges: ignored.index[kind] }),
  });

  // A reservation is replaced only if the program allows it. The case without permission has its own test.
  const replaced: Changes = {
    "cdn.RuleTemplate": { weight: 6 },
    "kubernetes.Cluster": { version: "v1.32.1" },
    "reservations.Reservation": { period: "MONTHS36", allowReplacement: true },
    "edge.AppTemplate": { shortDescr: "second" },
  };
  const replaceOnChanges = { replaceOnChanges: ["weight", "version", "period", "shortDescr"] };
  const refused: Changes = { "reservations.Reservation": { period: "MONTHS36" } };
  const replaceOn = phase === "refused" ? refused : change(replaced);
  const trigger = declareGroup({ name: "replace-on", change: replaceOn, options: replaceOnChanges });
  declareGroup({
    name: "delete-first",
    change: change(replaced),
    options: { ...replaceOnChanges, deleteBeforeReplace: true },
  });

  const allowed: Changes = { "reservations.Reservation": { allowReplacement: true } };
  declareGroup({ name: "replace-with", change: allowed, options: { replaceWith: [trigger["cdn.RuleTemplate"]] } });
  declareGroup({ name: "triggered", change: allowed, options: { replacementTrigger: isChanged ? "second" : "first" } });

  const baseUrl = process.env.CLOUDPLATFORM_BASE_URL ?? "";
  declareGroup({ name: "provided", options: { provider: new Provider("account", { baseUrl, apiKey: "local" }) } });

  declareGroup({ name: "secret", options: (kind) => ({ additionalSecretOutputs: secretOutputs[kind] }) });
  declareGroup({
    name: "timeouts",
    change: change({ "kubernetes.Cluster": { version: "v1.32.1" } }),
    options: { customTimeouts: { create: "41m", update: "42m", delete: "43m" } },
  });
  declareGroup({ name: "adopted", options: (kind) => ({ import: adopted[kind] }) });

  const seen = {
    "cdn.RuleTemplate": cdn.RuleTemplate.get("seen-RuleTemplate", read["cdn.RuleTemplate"]),
    "kubernetes.Cluster": kubernetes.Cluster.get("seen-Cluster", read["kubernetes.Cluster"]),
    "reservations.Reservation": reservations.Reservation.get("seen-Reservation", read["reservations.Reservation"]),
    "edge.AppTemplate": edge.AppTemplate.get("seen-AppTemplate", read["edge.AppTemplate"]),
  };

  function setProperties<T>(type: string, props: object, opts: T) {
    const kind = kinds.find((one) => type.endsWith(one.replace(".", ":")));
    return { props: { ...props, ...(kind && transformed[kind]) }, opts };
  }
  const transforms: pulumi.ResourceTransform[] = [({ type, props, opts }) => setProperties(type, props, opts)];
  declareGroup({ name: "transforms", options: { parent: new Site("transforms", { transforms }) } });
  declareGroup({
    name: "transformations",
    options: { transformations: [({ type, props, opts }) => setProperties(type, props, opts)] },
  });

  return {
    names: Object.fromEntries(kinds.map((kind) => [kind, seen[kind].name])),
    // A stack that references this one declares its resources with this name.
    prefix: "referenced",
  };
}

/** A program whose arguments are outputs of another stack. */
export function referringProgram(stack: string): void {
  const reference = new pulumi.StackReference(stack);
  const name = reference.requireOutput("prefix") as pulumi.Output<string>;
  declareGroup({
    name: "referenced",
    change: Object.fromEntries(kinds.map((kind) => [kind, { name }])),
  });
}

/** Properties that the groups of `ignoreChanges` ignore. */
export const ignored: Record<"top" | "nested" | "index", OfEachKind<string[]>> = {
  top: {
    "cdn.RuleTemplate": ["rule", "weight"],
    "kubernetes.Cluster": ["keypair"],
    "reservations.Reservation": ["period"],
    "edge.AppTemplate": ["shortDescr"],
  },
  nested: {
    "cdn.RuleTemplate": ["options.edge_cache_settings.value"],
    "kubernetes.Cluster": ["cni.provider"],
    "reservations.Reservation": ["resources[*].resourceValue"],
    "edge.AppTemplate": ["params[*].descr"],
  },
  index: {
    "cdn.RuleTemplate": ["options.country_acl.excepted_values[0]"],
    "kubernetes.Cluster": ["pools[0].minNodeCount"],
    "reservations.Reservation": ["resources[0].resourceValue"],
    "edge.AppTemplate": ["params[0].descr"],
  },
};

/** Properties that the transforms set. */
export const transformed: OfEachKind<Record<string, unknown>> = {
  "cdn.RuleTemplate": { weight: 9 },
  "kubernetes.Cluster": { keypair: "transformed" },
  "reservations.Reservation": { period: "MONTHS36" },
  "edge.AppTemplate": { shortDescr: "transformed" },
};
