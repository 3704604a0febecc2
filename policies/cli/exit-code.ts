import type { Severity } from "../engine/rule.ts";
import type { CheckOptions } from "./options.ts";
import { type Finding, ofKind, type Report, severities } from "./report.ts";

/** Exit codes. A pipeline must distinguish a violation from a check without a result. */
export const exitCodes = { passed: 0, violation: 1, notRun: 2 } as const;

/** The exit code of a check. A run that writes a baseline accepts the violations. */
export function exitCodeOf(
  report: Report,
  { failOn, writeBaseline }: Pick<CheckOptions, "failOn" | "writeBaseline">,
): number {
  if (writeBaseline === undefined && failing(report, failOn).length > 0) return exitCodes.violation;
  return report.errors.length > 0 ? exitCodes.notRun : exitCodes.passed;
}

/** Mandatory violations, and advisory violations of at least the given severity. */
function failing(report: Report, failOn: Severity | undefined): Finding[] {
  const grave = failOn === undefined ? [] : severities.slice(0, severities.indexOf(failOn) + 1);
  return ofKind(report, "violation").filter((one) => one.level === "mandatory" || grave.includes(one.severity));
}
