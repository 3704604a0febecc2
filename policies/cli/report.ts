import type { Severity } from "../engine/rule.ts";
import type { Position } from "./positions.ts";

/**
 * The kind of a finding: a violation, a corrected violation, something not evaluated, something waived, the summary of the
 * waivers, or a violation of the baseline.
 */
export type FindingKind = "violation" | "remediated" | "not-evaluated" | "waived" | "waivers" | "baseline";

/** A message of a policy. */
export interface Finding {
  kind: FindingKind;
  pack: string;
  rule: string;
  level: "mandatory" | "advisory";
  severity: Severity;
  urn: string;
  /** Name of the resource in the program. */
  resource: string;
  /** `kubernetes:Cluster`, or `stack`. */
  type: string;
  message: string;
  description?: string;
  remediation?: string;
  reference?: string;
  /** Controls of frameworks: `iso-27001 A.8.24`. */
  controls?: string[];
  /** Where the program declares the resource; the project file if that is not known. */
  location?: Position;
}

/** The result of a check. */
export interface Report {
  /** Versions of the packs by name. */
  packs: Record<string, string>;
  /** What was evaluated: a preview of a stack, or a state file. */
  source: string;
  /** Resources by operation. */
  changes: Record<string, number>;
  findings: Finding[];
  /** Errors other than violations. */
  errors: string[];
  /** How the check was run, where that affects its result. */
  notes: string[];
  /** Where the configuration is less strict than its preset. */
  relaxed: string[];
  /** Rules that were not evaluated, by name, and why. */
  notEvaluated: Record<string, string>;
}

export const severities: readonly Severity[] = ["critical", "high", "medium", "low"];

/** Findings of a kind: mandatory before advisory, then most severe first. */
export function ofKind(report: Report, kind: FindingKind): Finding[] {
  const rank = (finding: Finding) =>
    severities.indexOf(finding.severity) + (finding.level === "mandatory" ? 0 : severities.length);
  return report.findings.filter((finding) => finding.kind === kind).sort((a, b) => rank(a) - rank(b));
}

/** Counts of a report. */
export function countsOf(report: Report) {
  const violations = ofKind(report, "violation");
  const bySeverity = Object.fromEntries(
    severities.map((severity) => [severity, violations.filter((one) => one.severity === severity).length]),
  );
  return {
    mandatory: violations.filter((one) => one.level === "mandatory").length,
    advisory: violations.filter((one) => one.level === "advisory").length,
    notEvaluated: ofKind(report, "not-evaluated").length,
    remediated: ofKind(report, "remediated").length,
    waived: ofKind(report, "waived").length,
    baseline: ofKind(report, "baseline").length,
    ...(bySeverity as Record<Severity, number>),
  };
}

/** `2 mandatory and 1 advisory violation (1 critical, 2 high); 3 not evaluated; 1 waived`. */
export function summaryOf(report: Report): string {
  const counts = countsOf(report);
  const parts: string[] = [];
  if (counts.mandatory + counts.advisory === 0) parts.push("no violation");
  else {
    const graded = severities.filter((severity) => counts[severity] > 0).map((one) => `${counts[one]} ${one}`);
    const noun = counts.mandatory + counts.advisory === 1 ? "violation" : "violations";
    parts.push(`${counts.mandatory} mandatory and ${counts.advisory} advisory ${noun} (${graded.join(", ")})`);
  }
  if (counts.notEvaluated > 0) parts.push(`${counts.notEvaluated} not evaluated`);
  if (counts.remediated > 0) parts.push(`${counts.remediated} remediated`);
  if (counts.waived > 0) parts.push(`${counts.waived} waived`);
  if (counts.baseline > 0) parts.push(`${counts.baseline} in the baseline`);
  if (report.errors.length > 0)
    parts.push(`${report.errors.length} other ${report.errors.length === 1 ? "error" : "errors"}`);
  return parts.join("; ");
}
