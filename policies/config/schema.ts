import { z } from "zod";
import { type About, type Level, zodObjectOf } from "../engine/rule.ts";
import { houseRules } from "../house/index.ts";
import { rules } from "../rules/index.ts";

const level = z
  .enum(["advisory", "mandatory", "disabled"])
  .describe("What a violation does: advisory warns, mandatory fails, disabled asks nothing.");

/** An exemption must never be silent. */
const levelOfShown = z
  .enum(["advisory", "mandatory"], { error: "must be advisory or mandatory: what is waived is always shown" })
  .describe("What is waived is always shown: advisory or mandatory.");

/** Policies that no configuration disables. */
export const alwaysOn: readonly string[] = ["waivers-in-force"];

/** Everything that can be configured, by name. */
export const allRules: readonly About[] = [...rules, ...houseRules];

/** Either the level alone, or the level and parameters. */
function settingOf(rule: About) {
  const own = alwaysOn.includes(rule.name) ? levelOfShown : level;
  const object = z.strictObject({ enforcementLevel: own.optional(), ...zodObjectOf(rule.config).shape }).partial();
  return z.union([own, object]).optional().describe(rule.description);
}

/** The file of `--policy-pack-config`: levels and parameters by the name of the rule. @internal */
export const packConfig = z.strictObject({
  all: level.optional().describe("Level of all rules that have none of their own here."),
  ...Object.fromEntries(allRules.map((rule) => [rule.name, settingOf(rule)])),
});

export type PackConfig = Record<string, Setting | undefined>;
export type Setting = Level | { enforcementLevel?: Level; [parameter: string]: unknown };
