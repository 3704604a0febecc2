import { allRules } from "../config/index.ts";
import type { RuleMetadata } from "../engine/rule.ts";
import { CheckError } from "./error.ts";
import type { Report } from "./report.ts";

/** Frameworks whose controls the rules refer to. */
const frameworks: readonly string[] = [...new Set(allRules.flatMap((rule) => Object.keys(rule.controls ?? {})))].sort();

/** Whether a rule supports a control of a framework. Without a framework, every rule does. */
export function isOfFramework({ controls }: Pick<RuleMetadata, "controls">, framework: string | undefined): boolean {
  if (framework !== undefined && !frameworks.includes(framework))
    throw new CheckError(`--framework must be one of ${frameworks.join(", ")}; got "${framework}".`, "CP5004");
  return framework === undefined || controls?.[framework] !== undefined;
}

/** Limits a report to the rules of a framework. Findings of other packs, whose controls are not known, are kept. */
export function onlyFramework(report: Report, framework: string): void {
  const isKept = (name: string) => {
    const rule = allRules.find((one) => one.name === name);
    return rule === undefined || rule.group === "meta" || isOfFramework(rule, framework);
  };
  report.findings = report.findings.filter((one) => one.pack !== "cloudplatform" || isKept(one.rule));
  for (const rule of allRules)
    if (!isKept(rule.name)) report.notEvaluated[rule.name] = `it supports no control of ${framework}`;
  report.notes.push(`Only rules with controls of ${framework}, and those of other packs, are reported.`);
}
