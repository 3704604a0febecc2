import { limits } from "@cloudplatform/pulumi/api";
import type { Level, RuleMetadata } from "../engine/rule.ts";
import { allRules, alwaysOn, type PackConfig } from "./schema.ts";

export const presetNames = ["baseline", "production", "sandbox"] as const;
export type PresetName = (typeof presetNames)[number];

/** How each preset changes the default levels and parameters of the rules. */
const changes: Record<PresetName, PackConfig> = {
  // The defaults: what is wrong in any stack fails, everything else warns.
  baseline: {},
  // No failure of a single node, no leaked key and no single mistake may take a service down.
  production: {
    "pool-minimum-nodes": { enforcementLevel: "mandatory", nodes: 3 },
    "pool-auto-healing": "mandatory",
    "pool-no-public-ipv4": "mandatory",
    "protected-resources": "mandatory",
    "no-legacy-rule-type": "mandatory",
    "open-access-list": "mandatory",
    "quota-headroom": "mandatory",
    "commitment-budget": { enforcementLevel: "mandatory", onUnknown: "fail" },
    "monthly-budget": { enforcementLevel: "mandatory", onUnknown: "fail" },
  },
  // Small, cheap and disposable: fails only on what the platform refuses, on leaks, and on purchases.
  sandbox: {
    "cluster-pool-count": { enforcementLevel: "mandatory", max: 2 },
    "pool-node-count": { enforcementLevel: "mandatory", max: 5 },
    "reservation-resource-value": { enforcementLevel: "mandatory", max: limits.reservations.resourceValue.min },
    "reservation-period": { enforcementLevel: "mandatory", allowed: ["MONTHS12"] },
    "stack-maximum-nodes": { enforcementLevel: "mandatory", nodes: 10 },
    "pool-minimum-nodes": "disabled",
    "pool-auto-healing": "disabled",
    "protected-resources": "disabled",
    "no-destruction": { enforcementLevel: "mandatory", types: ["reservations.Reservation"] },
    "no-http-downgrade": "advisory",
    "shadowed-rule-templates": "advisory",
  },
};

/** A complete preset: the level of every rule, and the parameters that the preset sets. */
export function preset(name: PresetName): PackConfig {
  const levels = Object.fromEntries(allRules.map((rule) => [rule.name, rule.level]));
  return { ...levels, ...changes[name] };
}

/** A configuration merged over a preset. */
export function overPreset(name: PresetName, config: PackConfig): PackConfig {
  return mergeConfig(preset(name), config);
}

/** Merges a configuration over another, replacing levels and parameters individually. */
export function mergeConfig(base: PackConfig, config: PackConfig): PackConfig {
  const merged: PackConfig = { ...base };
  // `all` applies to every rule that the configuration does not list, including rules of the base.
  if (config.all !== undefined)
    for (const rule of allRules.filter(({ name }) => config.all !== "disabled" || !alwaysOn.includes(name)))
      merged[rule.name] = { ...parametersOf(merged[rule.name]), enforcementLevel: levelOf(config.all) };
  for (const [rule, setting] of Object.entries(config))
    if (setting !== undefined && rule !== "all")
      merged[rule] = { ...parametersOf(merged[rule]), ...parametersOf(setting) };
  return merged;
}

/** The configuration for the pack. Waivers are shown even if everything else is disabled. */
export function complete(config: PackConfig): PackConfig {
  if (config.all !== "disabled") return config;
  return { ...Object.fromEntries(alwaysOn.map((name) => [name, "advisory"])), ...config };
}

const strictness: readonly Level[] = ["disabled", "advisory", "mandatory", "remediate"];

/**
 * Where a configuration is less strict than a preset, or than it reads: disabled or lowered rules, changed parameters, and rules
 * without the parameter that they need. Reports list these, because "no violation" says nothing about such a rule.
 */
export function relaxations(name: PresetName, config: PackConfig): string[] {
  const standard = preset(name);
  const merged = overPreset(name, config);
  return allRules.flatMap((rule) => {
    const [expected, own] = [parametersOf(standard[rule.name]), parametersOf(merged[rule.name])];
    const level = own.enforcementLevel ?? rule.level;
    const usual = expected.enforcementLevel ?? rule.level;
    if (level === "disabled")
      return usual === "disabled" ? [`${rule.name} is disabled (preset ${name})`] : [`${rule.name} is disabled`];
    const lower =
      strictness.indexOf(level) < strictness.indexOf(usual)
        ? [`${rule.name} is ${level} (preset ${name}: ${usual})`]
        : [];
    const changed = Object.keys({ ...expected, ...own })
      .filter((key) => key !== "enforcementLevel")
      .flatMap((key) => {
        const [usual, source] = usualOf(rule, expected, key, name);
        // Parameters can only narrow the platform's bounds.
        const isNarrowed = rule.group === "limits" && !(key in expected);
        if (own[key] === undefined || isNarrowed || isNoRelaxation(`${rule.name}.${key}`, usual, own[key])) return [];
        return [`${rule.name}.${key} is ${JSON.stringify(own[key])} (${source}: ${JSON.stringify(usual)})`];
      });
    const { needs } = rule;
    // Without the parameter a rule passes whatever it is given. Rules that nobody has named are not worth a line in each report.
    const isNamed = rule.name in config || rule.name in changes[name];
    const isIdle = needs !== undefined && own[needs] === undefined && isNamed;
    return [...lower, ...changed, ...(isIdle ? [`${rule.name} evaluates nothing without ${needs}`] : [])];
  });
}

/** The value of a parameter that is not configured: from the preset, otherwise the rule's default. */
function usualOf(rule: RuleMetadata, expected: Parameters, key: string, name: PresetName): [unknown, string] {
  return key in expected ? [expected[key], `preset ${name}`] : [rule.config.parse({})[key], "default"];
}

/** Numbers that are stricter in one direction. */
const stricter: Readonly<Record<string, (own: number, usual: number) => boolean>> = {
  "pool-minimum-nodes.nodes": (own, usual) => own > usual,
  "quota-headroom.threshold": (own, usual) => own < usual,
  "stack-maximum-nodes.nodes": (own, usual) => own < usual,
  "waivers.maxDays": (own, usual) => own < usual,
};

/** Whether a value is at least as strict as the usual one. */
function isNoRelaxation(parameter: string, usual: unknown, own: unknown): boolean {
  // Either a new limit, or a setting that fails what could not be evaluated.
  if (usual === undefined || own === "fail") return true;
  // Reports list waivers anyway; every other list names what is evaluated or forbidden.
  if (Array.isArray(usual) && Array.isArray(own)) return usual.every((one) => own.includes(one));
  if (typeof usual === "number" && typeof own === "number" && stricter[parameter]?.(own, usual) === true) return true;
  return JSON.stringify(usual) === JSON.stringify(own);
}

type Parameters = Exclude<PackConfig[string], string | undefined>;

function parametersOf(setting: PackConfig[string]): Parameters {
  if (setting === undefined) return {};
  return typeof setting === "string" ? { enforcementLevel: setting } : setting;
}

function levelOf(setting: PackConfig[string]) {
  return parametersOf(setting).enforcementLevel;
}
