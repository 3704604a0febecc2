import { type Finding, ofKind, type Report, severities, summaryOf } from "../report.ts";

/** Formats a report for people: by severity, with the remediation once for each rule. */
export function text(report: Report): string {
  const lines = [`Policies on ${report.source}`];
  for (const note of report.notes) lines.push(`  note: ${note}`);
  const violations = ofKind(report, "violation");
  for (const severity of severities) {
    const found = violations.filter((one) => one.severity === severity);
    if (found.length === 0) continue;
    lines.push("", severity.toUpperCase());
    for (const group of byRule(found)) lines.push(...ruleLines(group));
  }
  lines.push(...section("Remediated", ofKind(report, "remediated")));
  lines.push(...section("Not evaluated", ofKind(report, "not-evaluated")));
  lines.push(...section("Waivers", [...ofKind(report, "waived"), ...ofKind(report, "waivers")]));
  lines.push(...section("Baseline", ofKind(report, "baseline")));
  if (report.relaxed.length > 0) lines.push("", "Relaxed", ...report.relaxed.map((one) => `  ${one}`));
  if (report.errors.length > 0) lines.push("", "Other errors", ...report.errors.map((error) => `  ${error}`));
  lines.push("", `${report.errors.length > 0 ? "Not complete" : "Evaluated"}: ${summaryOf(report)}.`);
  return `${lines.join("\n")}\n`;
}

function byRule(findings: readonly Finding[]): Finding[][] {
  return [...Map.groupBy(findings, (one) => `${one.pack} ${one.rule} ${one.level}`).values()];
}

function ruleLines(findings: readonly Finding[]): string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const lines = [
    `  ${first.level === "mandatory" ? "✗" : "!"} ${first.rule} (${[first.level, ...(first.controls ?? [])].join("; ")})`,
  ];
  for (const one of findings) lines.push(`      ${one.type} "${one.resource}": ${indented(one.message)}`);
  if (first.remediation !== undefined) lines.push(`      → ${first.remediation}`);
  return lines;
}

function section(title: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  return ["", title, ...findings.map((one) => `  ${one.type} "${one.resource}": ${indented(one.message)}`)];
}

function indented(message: string): string {
  return message.replaceAll("\n", "\n        ");
}
