import { z } from "zod";
import { parametersOf } from "../cli/parameters.ts";
import { allRules, packConfig, preset, presetNames } from "../config/index.ts";
import type { RuleMetadata } from "../engine/rule.ts";

/** Files that are made from the rules, by their path in this package. */
export function pages(): Map<string, string> {
  const files = new Map([
    ["config.schema.json", `${JSON.stringify(configSchema(), undefined, 2)}\n`],
    ["rules.md", table()],
  ]);
  for (const name of presetNames) files.set(`presets/${name}.json`, `${JSON.stringify(preset(name), undefined, 2)}\n`);
  return files;
}

function configSchema() {
  return {
    ...z.toJSONSchema(packConfig, { io: "input" }),
    title: "Configuration of the cloudplatform policy pack",
  };
}

function table(): string {
  const lines = [
    "# Rules",
    "",
    "Made by `npm run build -w policies` from the rules themselves; a test fails when they differ. Levels are those of the preset `baseline`. How to set levels and parameters: [README](README.md).",
    "",
    "| Rule | Group | Level | Severity | What must be true | What to do | Parameters | Source |",
    "|---|---|---|---|---|---|---|---|",
    ...allRules.map(row),
  ];
  return `${lines.join("\n")}\n`;
}

function row(rule: RuleMetadata): string {
  const { name, group, level, severity, description, remediation, reference } = rule;
  const cells = [`\`${name}\``, group, level, severity, description, remediation, parameters(rule), reference];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function parameters(rule: RuleMetadata): string {
  return parametersOf(rule)
    .map(
      ({ name, standard, description }) =>
        `\`${name}\`${standard === undefined ? "" : ` = \`${JSON.stringify(standard)}\``}: ${description}`,
    )
    .join("<br>");
}
