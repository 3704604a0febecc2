import type * as dynamic from "@cloudplatform/pulumi";
import type { DeployOptions } from "@cloudplatform/pulumi/testing";
import type * as pulumi from "@pulumi/pulumi";
import { clusterInputs, metalPool, virtualPool } from "../cluster/cluster.ts";
import { refusedClusters } from "../cluster/refused.ts";
import { refusedTemplates } from "../rule-template/refused.ts";

/** The classes of one provider: both have the same names. */
export type Of = Pick<typeof dynamic, "cdn" | "edge" | "kubernetes" | "quotas" | "reservations">;

/** A program that is refused by a check across fields: of a schema, a handler, or the lifecycle that all resources share. */
export interface Refused {
  about: string;
  /** Code of the failure, such as `CP2006`. */
  code: string;
  /** Path of the failure. Empty if the failure concerns the whole resource. */
  property: string;
  /** Programs that are deployed first, in order. */
  before?: ((of: Of) => void)[];
  program: (of: Of) => void;
  options?: DeployOptions;
  /** A platform fault while the program is deployed. */
  fault?: object;
  /** Default: both providers refuse the program. */
  only?: "dynamic" | "native";
}

type Options = pulumi.CustomResourceOptions;

const template =
  (args: object, options: Options = {}, name = "one") =>
  ({ cdn }: Of) =>
    void new cdn.RuleTemplate(name, { rule: "/images/.*", ruleType: 0, ...args }, options);

const ruleSet =
  (rules: unknown, others: object = {}, name = "one") =>
  ({ cdn }: Of) =>
    void new cdn.RuleSet(name, { rules: rules as never, ...others });

const rule = (key: string, others: object = {}) => ({ key, rule: `/${key.length}/`, ruleType: 0, ...others });

const inputs = { ...clusterInputs(), name: "edge" };

const cluster =
  (args: object = {}, name = "one", options: Options = {}) =>
  ({ kubernetes }: Of) =>
    void new kubernetes.Cluster(name, { ...inputs, ...args }, options);

const pools = (change: object) => ({ pools: [{ ...virtualPool, ...change }] });

const metal =
  (args: object = {}, name = "one", options: Options = {}) =>
  ({ reservations }: Of) =>
    void new reservations.Reservation(
      name,
      {
        ...{ name: "metal", period: "MONTHS12", regionId: 76 },
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
        ...args,
      },
      options,
    );

const secret =
  (args: object, options: Options = {}) =>
  ({ edge }: Of) =>
    void new edge.Secret("one", { name: "secret", secretSlots: [{ slot: 0, value: "first" }], ...args }, options);

const threshold =
  (name: string) =>
  ({ quotas }: Of) =>
    void new quotas.NotificationThreshold(name, { clientId: 900, threshold: 90 });

const both =
  (...programs: ((of: Of) => void)[]) =>
  (of: Of) => {
    for (const one of programs) one(of);
  };

const parameter = { name: "x", dataType: "string", mandatory: true } as const;

/** The type of a rule template with each provider. */
const templateTypes = ["pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate", "cloudplatform:cdn:RuleTemplate"];

/** A stand-in as a user might copy it from a state. */
const standIn = `write-only:${"A".repeat(32)}`;

const refused = (
  code: string,
  about: string,
  property: string,
  program: Refused["program"],
  others: Partial<Refused> = {},
) => ({
  ...{ code, about, property, program },
  ...others,
});

const option = (name: string, settings: object) => template({ options: { [name]: { enabled: true, ...settings } } });

export const refusedPrograms: Refused[] = [
  ...refusedClusters.map(([property, args]) => refused("CP20", JSON.stringify(args), property, cluster(args))),
  refused(
    "CP2006",
    "two times to keep",
    "options.edge_cache_settings.default",
    option("edge_cache_settings", { value: "1s", default: "1s" }),
  ),
  refused(
    "CP2006",
    "Brotli without HTML",
    "options.brotli_compression.value",
    option("brotli_compression", { value: ["text/css"] }),
  ),
  refused("CP2006", "a reserved status", "options.force_return.code", option("force_return", { code: 444, body: "" })),
  refused("CP2006", "an edge app without a hook", "options.edgeapp", option("edgeapp", {})),
  refused(
    "CP2006",
    "an element twice",
    "options.brotli_compression.value[1]",
    option("brotli_compression", { value: ["text/html", "text/html"] }),
  ),
  refused(
    "CP2006",
    "a parameter twice",
    "params[1].name",
    ({ edge }) =>
      void new edge.AppTemplate("one", { binaryId: 42, name: "app", owned: true, params: [parameter, parameter] }),
  ),
  refused(
    "CP2006",
    "a slot twice",
    "secretSlots[1].slot",
    secret({
      secretSlots: [
        { slot: 0, value: "x" },
        { slot: 0, value: "y" },
      ],
    }),
  ),

  ...refusedTemplates.map(([about, args, property]) => refused("CP2201", about, property, template(args))),
  refused("CP2201", "a pattern of exponential time", "rule", template({ rule: "/(a+)+$" })),

  refused("CP2006", "a set with # in its name", "", ruleSet([rule("a")], {}, "one#two")),
  refused("CP2006", "a rule without a key", "rules[0].key", ruleSet([rule("")])),
  refused("CP2006", "a key with a space", "rules[0].key", ruleSet([rule("a b")])),
  refused("CP2006", "a key of every object", "rules[0].key", ruleSet([rule("constructor")])),
  refused("CP2006", "a key that two rules have", "rules[1].key", ruleSet([rule("a"), rule("a")])),
  refused("CP2006", "a key that is released, too", "rules[0].key", ruleSet([rule("a")], { released: ["a"] })),
  refused("CP2201", "a pattern of a rule", "rules.a.rule", ruleSet([rule("a", { rule: "/(a|b" })])),
  refused("CP2102", "a rule that imports nothing", "rules.a", ruleSet([rule("a", { import: "4711" })])),

  refused("CP2301", "a version that is not offered", "version", cluster({ version: "v1.1.1" })),
  refused("CP2301", "an upgrade that is not offered", "version", cluster({ version: "v1.31.99" }), {
    before: [cluster()],
  }),
  refused("CP2302", "a downgrade", "version", cluster({ version: "v1.30.1" }), { before: [cluster()] }),
  refused("CP2303", "an unknown flavor", "pools[0].flavorId", cluster(pools({ flavorId: "g9-huge" }))),
  refused("CP2304", "the only pool made again", "pools[0].bootVolumeSize", cluster(pools({ bootVolumeSize: 60 })), {
    before: [cluster()],
  }),
  refused("CP2305", "two clusters of one name", "name", both(cluster(), cluster({}, "two"))),
  refused("CP2306", "a replacement whose name is taken", "name", cluster({ name: "taken" }), {
    before: [cluster({ name: "taken" }, "two", { retainOnDelete: true }), cluster()],
  }),
  refused(
    "CP2317",
    "more nodes than the quotas have",
    "pools",
    cluster({ pools: [{ ...metalPool, minNodeCount: 200, maxNodeCount: 200 }] }),
  ),

  refused("CP2401", "another period", "period", metal({ period: "MONTHS36" }), { before: [metal()] }),
  refused(
    "CP2401",
    "a forced replacement",
    "",
    metal({ onDelete: "abandon" }, "one", { replaceOnChanges: ["onDelete"] }),
    {
      before: [metal()],
    },
  ),
  refused("CP2402", "another price", "confirmCommitment", metal({ confirmCommitment: "1 EUR" })),
  refused("CP2402", "a price that nobody has confirmed", "confirmCommitment", metal(), {
    options: { config: { "cloudplatform:requireConfirmation": true } },
  }),
  refused("CP2402", "a price that is not known", "confirmCommitment", metal(), {
    fault: { name: "status", status: 500, endpoint: "prices.reservation" },
  }),
  refused("CP2403", "the same twice in a program", "", both(metal(), metal({}, "two"))),
  refused("CP2403", "what the platform has", "", metal({}, "two"), {
    before: [metal({}, "one", { retainOnDelete: true })],
  }),

  refused("CP2502", "a new slot without a value", "secretSlots[0].value", secret({ secretSlots: [{ slot: 0 }] })),
  refused(
    "CP2502",
    "a slot without its value beside a new one",
    "secretSlots[0].value",
    secret({ secretSlots: [{ slot: 0 }, { slot: 1, value: "x" }] }),
    {
      before: [secret({})],
    },
  ),

  refused("CP2602", "two thresholds of one client", "clientId", both(threshold("one"), threshold("two"))),

  refused("CP2102", "an import of nothing", "", template({}, { import: "4711" }), { only: "dynamic" }),
  refused(
    "CP2103",
    "an import of something else",
    "weight",
    template({ name: "x", weight: 4 }, { import: "1" }, "two"),
    {
      before: [template({ name: "x", weight: 3 }, { retainOnDelete: true }), () => undefined],
      only: "dynamic",
    },
  ),
  refused(
    "CP2105",
    "a replacement whose name is kept",
    "name",
    secret({ comment: "new" }, { replaceOnChanges: ["comment"], retainOnDelete: true }),
    {
      before: [secret({}, { retainOnDelete: true })],
    },
  ),
  refused("CP2127", "an alias to another kind", "", secret({}, { aliases: templateTypes.map((type) => ({ type })) }), {
    before: [template({})],
  }),
  refused(
    "CP2007",
    "a write-only value that is needed",
    "secretSlots[0].value",
    ({ edge }) =>
      void new edge.Secret("two", { name: "two", writeOnly: true, secretSlots: [{ slot: 0, value: standIn }] }),
  ),
];
