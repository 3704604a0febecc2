import { configOf, type RuleMetadata, rules } from "@cloudplatform/policies";
import { limits } from "@cloudplatform/pulumi/api";
import { describe, expect, test } from "vitest";

/** The contract's bounds that each rule must have, by the rule's name. */
const bounds: Record<string, { min?: number; max?: number }> = {
  "cluster-name-length": limits.kubernetes.clusterNameLength,
  "cluster-keypair-length": limits.kubernetes.keypairLength,
  "cluster-pool-count": limits.kubernetes.pools,
  "pool-name-length": limits.kubernetes.poolNameLength,
  "pool-node-count": limits.kubernetes.nodeCount,
  "pool-boot-volume-size": limits.kubernetes.bootVolumeSize,
  "cluster-log-retention": limits.kubernetes.logRetention,
  "reservation-resource-count": limits.reservations.resources,
  "reservation-resource-value": limits.reservations.resourceValue,
  "rule-length": limits.cdn.ruleLength,
  "rule-type": limits.cdn.ruleType,
  "rule-weight": limits.cdn.weight,
  "app-template-name-length": limits.edge.templateNameLength,
  "app-template-short-description": limits.edge.templateShortDescrLength,
  "app-template-long-description": limits.edge.templateLongDescrLength,
  "app-template-param-name": limits.edge.templateParamNameLength,
};

function ruleOf(name: string): RuleMetadata {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`There is no rule "${name}".`);
  return rule;
}

describe.each(Object.entries(bounds))("%s", (name, { min = 0, max }) => {
  const problems = (config: object) => configOf(ruleOf(name), config).problems;

  test("has the contract's bounds without configuration", () => {
    expect(configOf(ruleOf(name), {}).config).toEqual(max === undefined ? { min } : { min, max });
    expect(ruleOf(name).level).toBe("mandatory");
  });

  test("accepts narrower bounds", () => {
    expect(problems({ min: min + 1 })).toEqual([]);
    expect(problems({ max: (max ?? 10) - 1 })).toEqual([]);
  });

  test("refuses wider bounds, and keeps its own", () => {
    const wider = configOf(ruleOf(name), { min: min - 1 });
    expect(wider.problems.join()).toContain(`${name}.min: Too small`);
    expect(wider.config.min).toBe(min);
    if (max !== undefined) expect(problems({ max: max + 1 }).join()).toContain(`${name}.max: Too big`);
  });
});

test("every rule about a bound of the platform is tested here or is one of three of another form", () => {
  const others = ["pool-counts-in-order", "ip-pools-reserved", "reservation-period"];
  const names = rules.filter((rule) => rule.group === "limits").map((rule) => rule.name);
  expect(names.sort()).toEqual([...Object.keys(bounds), ...others].sort());
  expect(configOf(ruleOf("reservation-period"), { allowed: ["MONTHS24"] }).problems).toHaveLength(1);
});
