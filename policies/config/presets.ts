import { limits } from "@cloudplatform/pulumi/api";
import type { Level, RuleMetadata } from "../engine/rule.ts";
import { allRules, alwaysOn, type PackConfig } from "./schema.ts";

export const presetNames = ["baseline", "production", "sandbox"] as const;
export type PresetName = (typeof presetNames)[number];

/** What each preset changes in the default levels and parameters of the rules. */
const changes: Record<PresetName, PackConfig> = {
  // The defaults: what is wrong in any stack fails, the rest warns.
  baseline: {},
  // No failure of one node, no leaked key and no single mistake may take a service down.
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
  // Small, cheap and disposable: fails only for what the platform refuses, for leaks and for purchases.
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

/** A preset in full: the level of every rule, and the parameters that it sets. */
export function preset(name: PresetName): PackConfig {
  const levels = Object.fromEntries(allRules.map((rule) => [rule.name, rule.level]));
  return { ...levels, ...changes[name] };
}

/** A configuration merged over a preset. */
export function overPreset(name: PresetName, config: PackConfig): PackConfig {
  return mergeConfig(preset(name), config);
}

/** A configuration merged over another: it replaces level and parameters one by one. */
export function mergeConfig(base: PackConfig, config: PackConfig): PackConfig {
  const merged: PackConfig = { ...base };
  // `all` applies to every rule that the configuration does not name, those of the base included.
  if (config.all !== undefined)
    for (const rule of allRules.filter(({ name }) => config.all !== "disabled" || !alwaysOn.includes(name)))
      merged[rule.name] = { ...parametersOf(merged[rule.name]), enforcementLevel: levelOf(config.all) };
  for (const [rule, setting] of Object.entries(config))
    if (setting !== undefined && rule !== "all")
      merged[rule] = { ...parametersOf(merged[rule]), ...parametersOf(setting) };
  return merged;
}

/** The configuration for the pack: waivers are shown even where everything else is disabled. */
export function complete(config: PackConfig): PackConfig {
  if (config.all !== "disabled") return config;
  return { ...Object.fromEntries(alwaysOn.map((name) => [name, "advisory"])), ...config };
}

const strictness: readonly Level[] = ["disabled", "advisory", "mandatory", "remediate"];

/**
 * Where a configuration is less strict than a preset: disabled or lowered rules, and parameters that differ. Reports show it,
 * because "no violation" says nothing about a rule that is off.
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
        // The platform's bounds can only be narrowed.
        const isNarrowed = rule.group === "limits" && !(key in expected);
        if (own[key] === undefined || isNarrowed || isNoRelaxation(`${rule.name}.${key}`, usual, own[key])) return [];
        return [`${rule.name}.${key} is ${JSON.stringify(own[key])} (${source}: ${JSON.stringify(usual)})`];
      });
    return [...lower, ...changed];
  });
}

/** What a parameter is without a configuration: of the preset, or else the rule's default. */
function usualOf(rule: RuleMetadata, expected: Parameters, key: string, name: PresetName): [unknown, string] {
  return key in expected ? [expected[key], `preset ${name}`] : [rule.config.parse({})[key], "default"];
}

/** Numbers of which one direction asks more. */
const stricter: Readonly<Record<string, (own: number, usual: number) => boolean>> = {
  "pool-minimum-nodes.nodes": (own, usual) => own > usual,
  "quota-headroom.threshold": (own, usual) => own < usual,
  "stack-maximum-nodes.nodes": (own, usual) => own < usual,
  "waivers.maxDays": (own, usual) => own < usual,
};

/** Whether a value asks no less than the usual one. */
function isNoRelaxation(parameter: string, usual: unknown, own: unknown): boolean {
  // A limit where there was none, or what could not be evaluated fails.
  if (usual === undefined || own === "fail") return true;
  // Reports list waivers; every other list names what is evaluated, or what is forbidden.
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
