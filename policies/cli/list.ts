import { allRules, type PackConfig, preset, presetNames, settingOf } from "../config/index.ts";
import { controlNames, titledControls } from "../engine/controls.ts";
import { isStackRule, type Rule, type RuleMetadata } from "../engine/rule.ts";
import { rules } from "../rules/index.ts";
import { CheckError } from "./error.ts";
import { isOfFramework } from "./framework.ts";
import { parametersText } from "./parameters.ts";

/** `cloudplatform-policy list`: every rule with its configured level. */
export function list(config: PackConfig, asJson: boolean, framework?: string): string {
  const rows = allRules
    .filter((rule) => isOfFramework(rule, framework))
    .map((rule) => ({
      rule: rule.name,
      group: rule.group,
      level: settingOf(config, rule).level,
      severity: rule.severity,
      controls: controlNames(rule.controls),
      description: rule.description,
    }));
  if (asJson) return `${JSON.stringify(rows, undefined, 2)}\n`;
  const width = (key: "rule" | "level" | "severity") => Math.max(...rows.map((row) => row[key].length));
  const lines = rows.map(
    (row) =>
      `${row.rule.padEnd(width("rule"))}  ${row.level.padEnd(width("level"))}  ${row.severity.padEnd(width("severity"))}  ${row.description}${row.controls.length === 0 ? "" : ` (${row.controls.join(", ")})`}`,
  );
  return `${lines.join("\n")}\n`;
}

/** `cloudplatform-policy explain <rule>`. */
export function explain(name: string, config: PackConfig): string {
  const rule = allRules.find((one) => one.name === name);
  if (rule === undefined)
    throw new CheckError(`There is no rule "${name}". cloudplatform-policy list shows all of them.`, "CP5004");
  const { level, parameters } = settingOf(config, rule);
  const levels = presetNames.map((one) => `${one}: ${settingOf(preset(one), rule).level}`).join(", ");
  const set = Object.entries(parameters).map(([key, value]) => `  ${key} = ${JSON.stringify(value)}`);
  const lines = [
    `${rule.name} (${rule.severity}, ${level})`,
    "",
    rule.description,
    `What to do: ${rule.remediation}`,
    "",
    `Evaluated on: ${resourcesOf(rule)}`,
    `Level by preset: ${levels}`,
    `Source: ${rule.reference}`,
    ...(rule.controls === undefined ? [] : [`Controls: ${titledControls(rule.controls).join(", ")}`]),
    ...section("Parameters", parametersText(rule)),
    ...section("Configured", set),
  ];
  return `${lines.join("\n")}\n`;
}

function resourcesOf(metadata: RuleMetadata): string {
  const rule: Rule | undefined = rules.find((one) => one.name === metadata.name);
  if (rule === undefined) return "the policies themselves";
  return isStackRule(rule) ? "the whole stack" : rule.on.join(", ");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}
