import { limits } from "@cloudplatform/pulumi/api";
import { allRules, type PackConfig } from "./schema.ts";

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

/** A configuration over a preset: what it names replaces the preset, parameter by parameter. */
export function overPreset(name: PresetName, config: PackConfig): PackConfig {
  const merged: PackConfig = { ...preset(name) };
  // `all` is meant for what the configuration does not name itself, the preset included.
  if (config.all !== undefined)
    for (const rule of allRules)
      merged[rule.name] = { ...parametersOf(merged[rule.name]), enforcementLevel: levelOf(config.all) };
  for (const [rule, setting] of Object.entries(config))
    if (setting !== undefined && rule !== "all")
      merged[rule] = { ...parametersOf(merged[rule]), ...parametersOf(setting) };
  return merged;
}

type Parameters = Exclude<PackConfig[string], string | undefined>;

function parametersOf(setting: PackConfig[string]): Parameters {
  if (setting === undefined) return {};
  return typeof setting === "string" ? { enforcementLevel: setting } : setting;
}

function levelOf(setting: PackConfig[string]) {
  return parametersOf(setting).enforcementLevel;
}
