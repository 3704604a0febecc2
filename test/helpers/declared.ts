import { type Kind, type PlatformResource, withUnknowns } from "@cloudplatform/policies";

/** A resource in a test case, as a program would declare it. */
export interface Declared {
  kind: Kind;
  name: string;
  inputs: Record<string, unknown>;
  protect?: boolean;
  retainOnDelete?: boolean;
  /** Former names. */
  aliases?: readonly Pick<Declared, "kind" | "name" | "isNative">[];
  /** Dotted paths of the secret inputs. */
  secrets?: readonly string[];
  /** Settings of its provider. */
  provider?: { baseUrl: string; apiKey: string };
  /** Outputs in addition to the inputs. */
  outputs?: Record<string, unknown>;
  /** Served by the native provider. */
  isNative?: boolean;
}

/** The input of a rule. */
export interface Case {
  resources: readonly Declared[];
  config?: Record<string, unknown>;
  /** The stack before the change; unknown when omitted. */
  before?: readonly Declared[];
}

/** The two cases that every rule needs. */
export interface Cases {
  passing: Case;
  failing: Case & {
    /** Part of the rule's message. */
    message: string;
  };
}

export function typeToken({ kind, isNative = false }: Pick<Declared, "kind" | "isNative">): string {
  return `${isNative ? "cloudplatform:" : "pulumi-nodejs:dynamic/cloudplatform/"}${kind.replace(".", ":")}`;
}

export function urnOf(declared: Pick<Declared, "kind" | "name" | "isNative">): string {
  return `urn:pulumi:test::shop::${typeToken(declared)}::${declared.name}`;
}

export function resource(declared: Declared): PlatformResource {
  return {
    kind: declared.kind,
    urn: urnOf(declared),
    name: declared.name,
    protect: declared.protect ?? false,
    ...(declared.retainOnDelete === undefined ? {} : { retainOnDelete: declared.retainOnDelete }),
    aliases: (declared.aliases ?? []).map(urnOf),
    properties: withUnknowns(declared.inputs),
    ...(declared.outputs === undefined ? {} : { outputs: declared.outputs }),
    isSecret: (path) => (declared.secrets ?? []).includes(path.join(".")),
  };
}

type Inputs = Record<string, unknown>;

/** A pool that violates no rule. */
export function pool(changes: Inputs = {}): Inputs {
  return {
    name: "general",
    flavorId: "g1-standard-2-4",
    minNodeCount: 3,
    maxNodeCount: 5,
    bootVolumeSize: 50,
    bootVolumeType: "ssd_hiiops",
    servergroupPolicy: "soft-anti-affinity",
    autoHealingEnabled: true,
    isPublicIpv4: false,
    ...changes,
  };
}

/** A cluster that violates no rule. */
export function cluster(changes: Inputs = {}, options: Partial<Declared> = {}): Declared {
  const inputs = {
    projectId: 1,
    regionId: 76,
    name: "edge-1",
    keypair: "ops",
    version: "v1.31.9",
    pools: [pool()],
    ...changes,
  };
  return { kind: "kubernetes.Cluster", name: "edge", inputs, protect: true, ...options };
}

/** A reservation that violates no rule, with the quote that `check` adds. */
export function reservation(changes: Inputs = {}, options: Partial<Declared> = {}): Declared {
  const inputs = {
    name: "metal-2026",
    regionId: 76,
    period: "MONTHS12",
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
    quote: {
      known: true,
      total: "12000.00",
      perMonth: "1000.00",
      currency: "EUR",
      quotedAt: "2026-01-01T00:00:00Z",
      priceStatus: "show",
    },
    ...changes,
  };
  return { kind: "reservations.Reservation", name: "metal", inputs, protect: true, ...options };
}

/** A rule template that violates no rule. */
export function template(changes: Inputs = {}, options: Partial<Declared> = {}): Declared {
  const inputs = { name: "images", rule: "/images/", ruleType: 0, weight: 10, ...changes };
  return { kind: "cdn.RuleTemplate", name: "images", inputs, ...options };
}

/** A rule set with rule templates by key, as the engine passes it to policies. */
export function ruleSet(templates: Readonly<Record<string, Declared>>, options: Partial<Declared> = {}): Declared {
  const all = Object.entries(templates);
  const rules = Object.fromEntries(all.map(([key, { inputs }]) => [key, inputs]));
  const secrets = all.flatMap(([key, one]) => (one.secrets ?? []).map((path) => `rules.${key}.${path}`));
  return { kind: "cdn.RuleSet", name: "shop", inputs: { rules }, secrets, ...options };
}

/** An app template that violates no rule. */
export function appTemplate(changes: Inputs = {}): Declared {
  const params = [{ name: "greeting", dataType: "string", mandatory: true, descr: "What to say" }];
  const inputs = {
    binaryId: 42,
    name: "hello",
    owned: true,
    shortDescr: "Hello",
    longDescr: "Says hello",
    params,
    ...changes,
  };
  return { kind: "edge.AppTemplate", name: "hello", inputs };
}

/** An enabled option. */
export function on(value: unknown = true): Inputs {
  return { enabled: true, value };
}
