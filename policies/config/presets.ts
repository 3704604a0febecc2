import { limits } from "@cloudplatform/pulumi/api";
import type { Level } from "../engine/rule.ts";
import { allRules, alwaysOn, type PackConfig } from "./schema.ts";

export const presetNames = ["baseline", "production", "sandbox"] as const;
export type PresetName = (typeof presetNames)[number];

/** What each preset changes in the levels and parameters that the rules have by themselves. */
const changes: Record<PresetName, PackConfig> = {
  // What is wrong anywhere fails, what is a matter of taste warns.
  baseline: {},
  // Nothing that customers see may go by one node, one key or one slip of the hand.
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
  // Small, cheap and free to be thrown away; only what the platform refuses, what leaks and what is bought fails.
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

/** A configuration over a preset. */
export function overPreset(name: PresetName, config: PackConfig): PackConfig {
  return mergeConfig(preset(name), config);
}

/** A configuration over another: what it names replaces the other, parameter by parameter. */
export function mergeConfig(base: PackConfig, config: PackConfig): PackConfig {
  const merged: PackConfig = { ...base };
  // `all` is meant for what the configuration does not name itself, the base included.
  if (config.all !== undefined)
    for (const rule of allRules.filter(({ name }) => config.all !== "disabled" || !alwaysOn.includes(name)))
      merged[rule.name] = { ...parametersOf(merged[rule.name]), enforcementLevel: levelOf(config.all) };
  for (const [rule, setting] of Object.entries(config))
    if (setting !== undefined && rule !== "all")
      merged[rule] = { ...parametersOf(merged[rule]), ...parametersOf(setting) };
  return merged;
}

/** The configuration that the pack gets: what is waived is shown even where everything else is disabled. */
export function complete(config: PackConfig): PackConfig {
  if (config.all !== "disabled") return config;
  return { ...Object.fromEntries(alwaysOn.map((name) => [name, "advisory"])), ...config };
}

const strictness: readonly Level[] = ["disabled", "advisory", "mandatory", "remediate"];

/**
 * Where a configuration asks less than a preset: rules that are disabled or lowered, and parameters that are not the
 * preset's. For reports, so that nobody takes "no violation" for more than it is.
 */
export function relaxations(name: PresetName, config: PackConfig): string[] {
  const standard = preset(name);
  const merged = overPreset(name, config);
  return allRules.flatMap((rule) => {
    const [asked, own] = [parametersOf(standard[rule.name]), parametersOf(merged[rule.name])];
    const level = own.enforcementLevel ?? rule.level;
    const usual = asked.enforcementLevel ?? rule.level;
    if (level === "disabled")
      return usual === "disabled" ? [`${rule.name} is disabled (preset ${name})`] : [`${rule.name} is disabled`];
    const lower =
      strictness.indexOf(level) < strictness.indexOf(usual)
        ? [`${rule.name} is ${level} (preset ${name}: ${usual})`]
        : [];
    const changed = Object.keys(asked)
      .filter((key) => key !== "enforcementLevel" && JSON.stringify(asked[key]) !== JSON.stringify(own[key]))
      .map(
        (key) => `${rule.name}.${key} is ${JSON.stringify(own[key])} (preset ${name}: ${JSON.stringify(asked[key])})`,
      );
    return [...lower, ...changed];
  });
}

type Parameters = Exclude<PackConfig[string], string | undefined>;

function parametersOf(setting: PackConfig[string]): Parameters {
  if (setting === undefined) return {};
  return typeof setting === "string" ? { enforcementLevel: setting } : setting;
}

function levelOf(setting: PackConfig[string]) {
  return parametersOf(setting).enforcementLevel;
}
