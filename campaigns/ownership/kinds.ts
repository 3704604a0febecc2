import * as dynamic from "@cloudplatform/pulumi";
import * as native from "@cloudplatform/pulumi/native";
import { type ResourceDefinition, resources, tokenOf } from "@cloudplatform/pulumi/registry";
import type * as pulumi from "@pulumi/pulumi";
import { nativeToken } from "../../provider/pulumi/formats/type-token.ts";
import { type ProviderKind, providerKinds } from "../../test/helpers/provider-kinds.ts";
import { isOfSet, keyIn, pathOf, resourceName } from "./rule-sets.ts";

/** A resource as a program of the campaigns declares it. */
export interface Declared {
  kind: Kind;
  /** Name in the program. */
  logical: string;
  /** Name on the platform; for a threshold, the id of its client. */
  name: string;
  /** Stands for all properties that can change in place. */
  variant: number;
  /** Names that the resource had in the program before. */
  aliases?: string[];
  /** The option `import`. */
  adopt?: string;
  /** The argument `allowDuplicate`: equal objects may already exist. */
  mayBeSecond?: boolean;
  /** The provider that serves the resource; undefined: the dynamic one. */
  provider?: ProviderKind;
  /** Whether the resource depends on the previous one, so that the order of the program is kept. */
  isAfter?: boolean;
}

/** The resource classes of each provider. */
const classes = { dynamic, native };

/** The kinds that random programs draw from. Changing them changes the meaning of every seed. */
export const drawnKinds = ["rule", "app", "reservation", "cluster"] as const;
export const kinds = [...drawnKinds, "secret", "threshold"] as const;
export type Kind = (typeof kinds)[number];

/** Whether the platform allows only one object of each name. */
export function isUnique(kind: Kind): boolean {
  return kind === "cluster" || kind === "secret" || kind === "threshold";
}

/** Whether another name requires another object. */
export function isReplacedByName(kind: Kind): boolean {
  return kind === "cluster" || kind === "threshold";
}

/** Added to each variant of a threshold, in percent of the quota, so that no variant is the default. */
export const minThreshold = 60;

/** The value of every secret. It must not appear in any text. */
export const secretValue = "value-of-the-secret-4K!m";

/** What the campaigns know about a kind of resource. */
interface KindFacts {
  /** Its entry in the registry, with type token and noun. */
  definition: ResourceDefinition;
  /** The endpoint that creates it. */
  create:
    | `${"ruleTemplates" | "appTemplates" | "reservations" | "clusters" | "secrets"}.create`
    | "notificationThreshold.set";
  declare(areas: typeof dynamic, resource: Declared, options: pulumi.CustomResourceOptions): pulumi.Resource;
}

export const facts: Record<Kind, KindFacts> = {
  rule: {
    definition: resources["cdn.RuleTemplate"],
    create: "ruleTemplates.create",
    declare: ({ cdn }, { logical, name, variant, mayBeSecond: allowDuplicate }, options) =>
      new cdn.RuleTemplate(
        logical,
        { name, rule: `/${name}`, ruleType: 0, weight: 10 + variant, allowDuplicate },
        options,
      ),
  },
  app: {
    definition: resources["edge.AppTemplate"],
    create: "appTemplates.create",
    declare: ({ edge }, { logical, name, variant, mayBeSecond: allowDuplicate }, options) =>
      new edge.AppTemplate(
        logical,
        { name, binaryId: 42, owned: true, params: [], shortDescr: `Version ${variant}`, allowDuplicate },
        options,
      ),
  },
  reservation: {
    definition: resources["reservations.Reservation"],
    create: "reservations.create",
    declare: ({ reservations }, { logical, name, mayBeSecond: allowDuplicate }, options) =>
      new reservations.Reservation(
        logical,
        {
          ...{ name, period: "MONTHS12", regionId: 76, allowDuplicate },
          resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
        },
        options,
      ),
  },
  cluster: {
    definition: resources["kubernetes.Cluster"],
    create: "clusters.create",
    declare: ({ kubernetes }, { logical, name, variant }, options) =>
      new kubernetes.Cluster(
        logical,
        {
          ...{ projectId: 1, regionId: 76, name, keypair: "ops", version: "v1.31.9" },
          pools: [
            {
              ...{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50 },
              ...{ bootVolumeType: "standard", servergroupPolicy: "affinity", labels: { tier: `t${variant}` } },
            },
          ],
        },
        options,
      ),
  },
  secret: {
    definition: resources["edge.Secret"],
    create: "secrets.create",
    declare: ({ edge }, { logical, name, variant }, options) =>
      new edge.Secret(
        logical,
        { name, comment: `Version ${variant}`, secretSlots: [{ slot: 0, value: secretValue }] },
        options,
      ),
  },
  threshold: {
    definition: resources["quotas.NotificationThreshold"],
    create: "notificationThreshold.set",
    declare: ({ quotas }, { logical, name, variant }, options) =>
      new quotas.NotificationThreshold(logical, { clientId: Number(name), threshold: minThreshold + variant }, options),
  },
};

/** The noun of a kind as messages contain it, such as `rule template`. */
export function nounOf(kind: Kind): string {
  return facts[kind].definition.noun.replace(/^(CDN|edge|Kubernetes) /, "").toLowerCase();
}

/** The type token of a kind. */
export function typeOf(kind: Kind, provider: ProviderKind): string {
  const token = tokenOf(facts[kind].definition);
  return provider === "native" ? nativeToken(token) : token;
}

/** The kind of a type token. */
export function kindOf(type: string): Kind | undefined {
  return kinds.find((kind) => providerKinds.some((provider) => typeOf(kind, provider) === type));
}

/** The inline program of a stack. */
export function programOf(resources: readonly Declared[]): () => Promise<void> {
  return async () => {
    const sets = Map.groupBy(resources.filter(isOfSet), ({ logical }) => resourceName(logical));
    let before: pulumi.Resource | undefined;
    for (const resource of resources) {
      const { aliases, adopt, provider = "dynamic", isAfter } = resource;
      const options: pulumi.CustomResourceOptions = {};
      if (aliases !== undefined) options.aliases = aliases.map((name) => ({ name }));
      if (isAfter === true && before !== undefined) options.dependsOn = [before];
      const rules = sets.get(resourceName(resource.logical)) ?? [];
      if (rules[0] === resource) before = declareSet(classes[provider], rules, options);
      if (isOfSet(resource)) continue;
      if (adopt !== undefined) options.import = adopt;
      before = facts[resource.kind].declare(classes[provider], resource, options);
    }
  };
}

function declareSet(
  { cdn }: typeof dynamic,
  rules: readonly Declared[],
  options: pulumi.CustomResourceOptions,
): pulumi.Resource {
  const [{ logical = "", mayBeSecond: allowDuplicate } = {}] = rules;
  const declared = rules.map((one) => ({
    ...{ key: keyIn(one), name: one.name, rule: pathOf(one), ruleType: 0 },
    ...(one.adopt !== undefined && { import: one.adopt }),
  }));
  return new cdn.RuleSet(resourceName(logical), { rules: declared, allowDuplicate }, options);
}
