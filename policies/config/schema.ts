import { z } from "zod";
import { type Level, type RuleMetadata, zodObjectOf } from "../engine/rule.ts";
import { metaRules } from "../meta/index.ts";
import { rules } from "../rules/index.ts";

const level = z
  .enum(["advisory", "mandatory", "disabled"])
  .describe("Effect of a violation: advisory warns, mandatory fails. disabled turns the rule off.");

const levelWithRemediation = z
  .enum(["advisory", "mandatory", "disabled", "remediate"])
  .describe(
    "Effect of a violation: advisory warns, mandatory fails, remediate corrects the value, or fails if it cannot. disabled turns the rule off.",
  );

/** An exemption must always be visible. */
const levelOfShown = z
  .enum(["advisory", "mandatory"], { error: "must be advisory or mandatory: what is waived is always shown" })
  .describe("Waivers are always shown, so the level is advisory or mandatory.");

/** Policies that no configuration can disable. */
export const alwaysOn: readonly string[] = ["waivers-in-force"];

/** Everything that can be configured, by name. */
export const allRules: readonly RuleMetadata[] = [...rules, ...metaRules];

/** Rules that can correct a violation. */
const remediable: ReadonlySet<string> = new Set(
  rules.filter((rule) => "remediate" in rule && rule.remediate !== undefined).map((rule) => rule.name),
);

/** Names from earlier releases, with the current rule of each. */
export const formerNames: ReadonlyMap<string, RuleMetadata> = new Map(
  allRules.flatMap((rule) => (rule.formerNames ?? []).map((name) => [name, rule] as const)),
);

function levelsOf(rule: RuleMetadata) {
  if (alwaysOn.includes(rule.name)) return levelOfShown;
  return remediable.has(rule.name) ? levelWithRemediation : level;
}

/** Either a level, or a level with parameters. */
function settingOf(rule: RuleMetadata) {
  const own = levelsOf(rule);
  const object = z.strictObject({ enforcementLevel: own.optional(), ...zodObjectOf(rule.config).shape }).partial();
  return z.union([own, object]).optional().describe(rule.description);
}

/** Schema of the file for `--policy-pack-config`: levels and parameters by rule name. @internal */
export const packConfig = z.strictObject({
  all: level.optional().describe("Level of all rules without a level of their own in this file."),
  ...Object.fromEntries(allRules.map((rule) => [rule.name, settingOf(rule)])),
  ...Object.fromEntries(
    [...formerNames].map(([name, rule]) => [
      name,
      settingOf(rule).meta({ description: `Former name of ${rule.name}.`, deprecated: true }),
    ]),
  ),
});

export type PackConfig = Record<string, Setting | undefined>;
export type Setting = Level | { enforcementLevel?: Level; [parameter: string]: unknown };
