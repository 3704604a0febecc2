import { appTemplateBody, ruleTemplateBody, secretBody } from "@cloudplatform/pulumi/api";
import { fromWire, pathText, unwrap, userPath } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { clusterDefinition } from "../../provider/resources/cluster/definition.ts";
import type { ResourceType } from "../../provider/resources/registry.ts";
import { reservationDefinition } from "../../provider/resources/reservation/definition.ts";

/** A string in a declaration, with its property path. */
export interface Leaf {
  path: PropertyKey[];
  value: string;
}

/** A declaration that the contract accepts, with a unique string in every place that takes one. */
export interface Planted {
  type: Exclude<ResourceType, "NotificationThreshold">;
  /** Inputs as the provider receives them: the rule set class converts its list to a map. */
  inputs: Record<string, unknown>;
  leaves: Leaf[];
}

let serial = 100;

/**
 * Candidate strings: every place that is not an enumeration accepts one of them. Most contain a unique word; formats without
 * room for a word contain a unique number.
 */
function candidates(): string[] {
  const n = ++serial;
  return [
    `pl4nt-${n}-x`,
    `/pl4nt-${n}-x`,
    `${n}77${n}`,
    `10.${n % 250}.${n % 199}.0/24`,
    `198.18.${n % 250}.${n % 199}`,
    `fd5e:c4e7:${n}::/108`,
    `5ec4e700-0000-4000-8000-${String(n).padStart(12, "0")}`,
    `1${String(n).padStart(4, "0")}77s`,
    `7h${n}77s`,
    `pl4nt-${n}:NoSchedule`,
    `${n}777.00 EUR`,
  ];
}

type Accepts = (value: unknown) => boolean;

/**
 * Places that keep the value of the base:
 * - `version`: the platform has a list of versions;
 * - `resource_type`, `period`: enumerations of the contract;
 * - `flavor_id`, `resource_name`: the platform must know them, so the base already generates unique names for each declaration.
 */
const given = ["version", "flavor_id", "resource_name", "resource_type", "period"];

/** Adds a planted value to every optional field of a declaration. */
function filled(schema: z.core.$ZodType, base: unknown, accepts: Accepts, name = ""): unknown {
  const bare = unwrap(schema) as z.ZodType;
  if (given.includes(name)) return base;
  if (bare instanceof z.ZodObject) return filledObject(bare, base as Record<string, unknown> | undefined, accepts);
  if (bare instanceof z.ZodArray) {
    const [first] = Array.isArray(base) ? base : [];
    const element = filled(bare.element, first, (value) => accepts([value]));
    return element !== undefined && accepts([element]) ? [element] : base;
  }
  if (bare instanceof z.ZodRecord) {
    const element = filled(bare.valueType, undefined, (value) => accepts({ key: value }));
    return element !== undefined && accepts({ key: element }) ? { key: element } : base;
  }
  if (bare instanceof z.ZodUnion) {
    const options = bare.options.map((option) => filled(option, base, accepts, name));
    return options.find((value) => value !== undefined && accepts(value)) ?? base;
  }
  const values = valuesOf(bare, base);
  return values.find((value) => bare.safeParse(value).success && accepts(value)) ?? base;
}

function valuesOf(schema: z.ZodType, base: unknown): unknown[] {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return [...(schema._zod.values ?? [])];
  if (schema instanceof z.ZodBoolean) return [true, false];
  if (schema instanceof z.ZodNumber) return [base, 24, 120, 1, 0, 100, 301];
  return [...candidates(), "text/html", "DE", "2s", "19:47", "0s"];
}

function filledObject(schema: z.ZodObject, base: Record<string, unknown> | undefined, accepts: Accepts): unknown {
  let current = { ...base };
  const entries = Object.entries(schema.shape) as [string, z.ZodType][];
  // The object cannot be validated before all required fields are set.
  for (const [key, field] of entries)
    if (current[key] === undefined && field._zod.optin === undefined)
      current[key] = filled(field, undefined, (value) => field.safeParse(value).success, key);
  if (!accepts(current)) return base;
  for (const [key, field] of entries) {
    const put = (value: unknown) => accepts({ ...current, [key]: value });
    const value = filled(field, current[key], put, key);
    if (value !== undefined && put(value)) current = { ...current, [key]: value };
  }
  return current;
}

const schemas: Record<Exclude<Planted["type"], "RuleSet">, z.ZodObject> = {
  RuleTemplate: ruleTemplateBody,
  Cluster: z.object({ ...clusterDefinition.schema.shape, ...clusterDefinition.providerInputs.shape }),
  Reservation: z.object({ ...reservationDefinition.schema.shape, ...reservationDefinition.providerInputs.shape }),
  AppTemplate: appTemplateBody,
  Secret: secretBody,
};

/** Flavors that declarations use. The platform must be seeded with them. */
export const plantedFlavors: { id: string; like: string }[] = [];

function flavor(prefix: "g1" | "bm1"): string {
  const id = `${prefix}-pl4nt-${++serial}-x`;
  plantedFlavors.push({ id, like: prefix === "g1" ? "g1-standard-2-4" : "bm1-hf-medium" });
  return id;
}

const bases = {
  RuleTemplate: () => ({ rule: "/pl4nt", ruleType: 0 }),
  Cluster: () => ({
    ...{ project_id: 1, region_id: 76, name: "a", keypair: "ops", version: "v1.31.9" },
    pools: [
      {
        ...{ name: "general", flavor_id: flavor("g1"), min_node_count: 1, max_node_count: 2 },
        ...{ boot_volume_size: 50, boot_volume_type: "ssd_hiiops", servergroup_policy: "affinity" },
      },
    ],
  }),
  Reservation: () => ({
    ...{ name: "a", period: "MONTHS12", region_id: 76 },
    resources: [{ resource_name: flavor("bm1"), resource_type: "flavor", resource_value: 1 }],
  }),
  AppTemplate: () => ({ binary_id: 42, name: "a", owned: true, params: [{ name: "a", data_type: "string" }] }),
  Secret: () => ({ name: "a", secret_slots: [{ slot: 0, value: "a" }] }),
};

/**
 * Places that stay empty because they cannot hold a unique string:
 * - `confirm_commitment`: the exact quote, or one word; any other text fails the check (covered by the test of the price);
 * - `on_delete`: one word; `allow_replacement`: a flag;
 * - `redirect_https_to_http`: a flag, and refused beside its opposite.
 */
const left = ["confirm_commitment", "allow_replacement", "on_delete", "redirect_https_to_http"];

/** Returns a declaration of a type with all fields set and with strings that no other declaration has. */
export function planted(type: Planted["type"]): Planted {
  if (type === "RuleSet") return plantedSet(["images"]);
  const schema = schemas[type];
  const own = z.object(Object.fromEntries(Object.entries(schema.shape).filter(([key]) => !left.includes(key))));
  const accepts = (value: unknown) => schema.safeParse(value).success && !left.some((key) => holdsKey(value, key));
  const wire = filled(own, bases[type](), accepts) as Record<string, unknown>;
  const inputs = fromWire(schema as z.ZodType<Record<string, unknown>>, wire) as Record<string, unknown>;
  return {
    type,
    inputs,
    leaves: leavesOf(wire, []).map(({ path, value }) => ({ path: userPath(schema, path), value })),
  };
}

/** Returns a rule set whose rules are planted rule templates. */
export function plantedSet(keys: readonly string[]): Planted {
  const rules = keys.map((key) => {
    const { inputs, leaves } = planted("RuleTemplate");
    const { weight: _, ...rule } = inputs;
    return { key, inputs: rule, leaves };
  });
  return {
    type: "RuleSet",
    inputs: { rules: Object.fromEntries(rules.map(({ key, inputs }) => [key, inputs])), order: [...keys] },
    leaves: rules.flatMap(({ key, leaves }) =>
      leaves.map(({ path, value }) => ({ path: ["rules", key, ...path], value })),
    ),
  };
}

function holdsKey(value: unknown, key: string): boolean {
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, below]) => name === key || holdsKey(below, key));
}

/** Returns the unique strings in a value. */
function leavesOf(value: unknown, path: PropertyKey[]): Leaf[] {
  if (typeof value === "string") return isParticular(value) ? [{ path, value }] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, below]) =>
    leavesOf(below, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns the paths of strings in a declaration that are not unique. */
export function unplantedPlaces({ inputs, leaves }: Planted): string[] {
  const own = new Set(leaves.map(({ value }) => value));
  const placesIn = (value: unknown, path: PropertyKey[]): string[] => {
    if (typeof value === "string") return own.has(value) ? [] : [pathText(path)];
    if (value === null || typeof value !== "object") return [];
    const isList = Array.isArray(value);
    return Object.entries(value).flatMap(([key, below]) => placesIn(below, [...path, isList ? Number(key) : key]));
  };
  return placesIn(inputs, []);
}

function isParticular(value: string): boolean {
  return /pl4nt-|77|198\.18\.|fd5e:c4e7|5ec4e7|^10\./.test(value);
}

export function leafName({ path }: Leaf): string {
  return pathText(path);
}
