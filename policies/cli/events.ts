import { z } from "zod";
import { findingOf } from "./finding.ts";
import type { Report } from "./report.ts";

/** Events of the engine (pulumi/pulumi, sdk/go/common/apitype/events.go), as far as a report needs them. */
const event = z.looseObject({
  policyEvent: z
    .looseObject({
      resourceUrn: z.string().default(""),
      message: z.string(),
      policyName: z.string(),
      policyPackName: z.string(),
      enforcementLevel: z.string(),
      severity: z.enum(["low", "medium", "high", "critical"]).optional().catch(undefined),
    })
    .optional(),
  diagnosticEvent: z
    .looseObject({
      message: z.string(),
      severity: z.string(),
      ephemeral: z.boolean().optional(),
      urn: z.string().optional(),
    })
    .optional(),
  summaryEvent: z
    .looseObject({
      resourceChanges: z.record(z.string(), z.number()).nullish(),
      // Spelled with a capital, as the engine's type has no JSON name for it.
      PolicyPacks: z.record(z.string(), z.string()).nullish(),
    })
    .optional(),
});

/** One event a line; a command that was stopped may have left half a line. */
export function eventLines(lines: string): unknown[] {
  return lines
    .split("\n")
    .filter((line) => line.startsWith("{") && line.trimEnd().endsWith("}"))
    .map((line) => JSON.parse(line));
}

/** Reads what policies and the engine have said. */
export function readEvents(lines: string, report: Report): void {
  const errors = new Set<string>();
  for (const line of eventLines(lines)) {
    const { policyEvent, diagnosticEvent, summaryEvent } = event.parse(line);
    if (policyEvent !== undefined)
      report.findings.push(
        findingOf({
          pack: policyEvent.policyPackName,
          rule: policyEvent.policyName,
          urn: policyEvent.resourceUrn,
          message: plainText(policyEvent.message),
          level: policyEvent.enforcementLevel === "advisory" ? "advisory" : "mandatory",
          severity: policyEvent.severity,
        }),
      );
    if (diagnosticEvent?.severity === "error") errors.add(plainText(diagnosticEvent.message));
    if (summaryEvent === undefined) continue;
    report.changes = summaryEvent.resourceChanges ?? {};
    report.packs = { ...report.packs, ...(summaryEvent.PolicyPacks ?? {}) };
  }
  // The engine's own last word says nothing that the violations have not said.
  report.errors.push(...[...errors].filter((message) => message !== "preview failed"));
}

/** Without the engine's own colour marks. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
