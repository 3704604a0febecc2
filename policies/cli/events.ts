import { z } from "zod";
import type { Level } from "../engine/rule.ts";
import { findingOf } from "./finding.ts";
import type { Finding, Report } from "./report.ts";

/** The fields of engine events (pulumi/pulumi, sdk/go/common/apitype/events.go) that a report needs. */
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
  policyRemediationEvent: z
    .looseObject({ resourceUrn: z.string().default(""), policyName: z.string(), policyPackName: z.string() })
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
      // Capitalized, because the engine's type has no JSON name for it.
      PolicyPacks: z.record(z.string(), z.string()).nullish(),
    })
    .optional(),
});

/** Events that list the policies that each resource passed, and what the engine did to the resource: nearly all of a log. */
const ofResources = /^\{[^{]*"(policy\w*SummaryEvent|resOutputsEvent|resourcePreEvent)":/;

/** Events other than steps. */
const notOfSteps = /^\{[^{]*"(policy\w*|resOutputs|diagnostic|stdoutEngine)Event":/;

/** Parses a log with one event per line, without unwanted events. A stopped command may leave a truncated last line. */
export function eventLines(lines: string, wanted: "messages" | "steps"): unknown[] {
  const other = wanted === "steps" ? notOfSteps : ofResources;
  return lines
    .split("\n")
    .filter((line) => line.startsWith("{") && !other.test(line) && line.trimEnd().endsWith("}"))
    .map((line) => JSON.parse(line));
}

/** The configured level of a rule of our pack. The engine gets a lower level, see `asAdvisory`. */
export type LevelOf = (rule: string) => Level | undefined;

/** Reads the messages of policies and of the engine. */
export function readEvents(lines: string, report: Report, levelOf: LevelOf = () => undefined): void {
  const errors = new Set<string>();
  for (const line of eventLines(lines, "messages")) {
    const { policyEvent, policyRemediationEvent, diagnosticEvent, summaryEvent } = event.parse(line);
    if (policyRemediationEvent !== undefined) report.findings.push(remediated(policyRemediationEvent));
    if (policyEvent !== undefined)
      report.findings.push(
        findingOf({
          pack: policyEvent.policyPackName,
          rule: policyEvent.policyName,
          urn: policyEvent.resourceUrn,
          message: plainText(policyEvent.message),
          level: levelFor(policyEvent, levelOf),
          severity: policyEvent.severity,
        }),
      );
    if (diagnosticEvent?.severity === "error") errors.add(plainText(diagnosticEvent.message));
    if (summaryEvent === undefined) continue;
    report.changes = summaryEvent.resourceChanges ?? {};
    report.packs = { ...report.packs, ...(summaryEvent.PolicyPacks ?? {}) };
  }
  // The engine's final message adds nothing to the violations.
  report.errors.push(...[...errors].filter((message) => message !== "preview failed"));
}

type PolicyEvent = NonNullable<z.output<typeof event>["policyEvent"]>;

function levelFor({ policyPackName: pack, policyName, enforcementLevel }: PolicyEvent, levelOf: LevelOf) {
  const own = pack === "cloudplatform" ? levelOf(policyName) : undefined;
  return (own ?? enforcementLevel) === "advisory" ? "advisory" : "mandatory";
}

function remediated(event: { resourceUrn: string; policyName: string; policyPackName: string }): Finding {
  const { resourceUrn: urn, policyName: rule, policyPackName: pack } = event;
  const finding = findingOf({ pack, rule, urn, message: "", level: "advisory" });
  return {
    ...finding,
    kind: "remediated",
    message: `${rule} corrected a violation. ${finding.description ?? ""}`.trim(),
  };
}

/** Strips the engine's color tags. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
