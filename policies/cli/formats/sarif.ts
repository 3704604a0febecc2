import type { Log, ReportingDescriptor, Result } from "sarif";
import { allRules } from "../../config/index.ts";
import { controlNames } from "../../engine/controls.ts";
import type { Finding, Report } from "../report.ts";

/** GitHub ranks alerts by this number (docs.github.com, SARIF support for code scanning). */
const scores = { critical: "9.5", high: "8.0", medium: "5.0", low: "2.0" };

/** Formats a report for code scanning: SARIF 2.1.0. An alert is located at the resource's declaration or at the project file. */
export function sarif(report: Report): string {
  const { findings } = report;
  const log: Log = {
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: { driver: { name: "cloudplatform-policy", rules: [...allRules.map(descriptor), ...foreign(findings)] } },
        results: findings.map(result),
        invocations: [
          {
            executionSuccessful: report.errors.length === 0,
            toolExecutionNotifications: [
              ...report.errors.map((text) => ({ level: "error" as const, message: { text } })),
              ...[...report.relaxed.map((text) => `Relaxed: ${text}`), ...report.notes].map((text) => ({
                level: "note" as const,
                message: { text },
              })),
            ],
          },
        ],
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function descriptor(rule: (typeof allRules)[number]): ReportingDescriptor {
  return {
    id: rule.name,
    shortDescription: { text: rule.description },
    help: { text: `${rule.remediation}\nSource: ${rule.reference}` },
    defaultConfiguration: { level: rule.level === "mandatory" ? "error" : "warning" },
    properties: { tags: [rule.group, ...controlNames(rule.controls)], "security-severity": scores[rule.severity] },
  };
}

/** Rules of other packs, of which only the name is known. */
function foreign(findings: readonly Finding[]): ReportingDescriptor[] {
  const known = new Set(allRules.map((rule) => rule.name));
  return [...new Set(findings.map((one) => one.rule))].filter((name) => !known.has(name)).map((id) => ({ id }));
}

function result(one: Finding): Result {
  return {
    ruleId: one.rule,
    level: levelOf(one),
    message: { text: `${one.type} "${one.resource}": ${one.message}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: one.location?.file ?? "Pulumi.yaml" },
          region: { startLine: one.location?.line ?? 1 },
        },
        logicalLocations: [{ name: one.resource, fullyQualifiedName: one.urn, kind: "resource" }],
      },
    ],
    partialFingerprints: { "ruleAndResource/v1": `${one.rule} ${one.urn}` },
    ...(one.kind === "baseline" ? { baselineState: "unchanged" as const } : {}),
    ...(one.kind === "waived" ? { suppressions: [{ kind: "external", justification: one.message }] } : {}),
  };
}

function levelOf(one: Finding): Result["level"] {
  if (one.kind !== "violation") return "note";
  return one.level === "mandatory" ? "error" : "warning";
}
