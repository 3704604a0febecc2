import { z } from "zod";
import { allRules } from "../config/index.ts";
import { nameOf, typeOf } from "../engine/subject.ts";
import type { Finding, FindingKind, Report } from "./report.ts";

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

type PolicyEvent = NonNullable<z.output<typeof event>["policyEvent"]>;

/** Reads one event a line; a command that was stopped may have left half a line. */
export function readEvents(lines: string, report: Report): void {
  const errors = new Set<string>();
  for (const line of lines.split("\n")) {
    if (!line.startsWith("{") || !line.trimEnd().endsWith("}")) continue;
    const { policyEvent, diagnosticEvent, summaryEvent } = event.parse(JSON.parse(line));
    if (policyEvent !== undefined) report.findings.push(findingOf(policyEvent));
    if (diagnosticEvent?.severity === "error") errors.add(plainText(diagnosticEvent.message));
    if (summaryEvent === undefined) continue;
    report.changes = summaryEvent.resourceChanges ?? {};
    report.packs = { ...report.packs, ...(summaryEvent.PolicyPacks ?? {}) };
  }
  // The engine's own last word says nothing that the violations have not said.
  report.errors.push(...[...errors].filter((message) => message !== "preview failed"));
}

/** What the policies of the house say is no violation, unless they are configured to make it one. */
const kinds: Record<string, FindingKind> = { "not-judged": "not-judged", "waivers-in-force": "waived" };

function findingOf(policy: PolicyEvent): Finding {
  const about =
    policy.policyPackName === "cloudplatform" ? allRules.find((rule) => rule.name === policy.policyName) : undefined;
  const level = policy.enforcementLevel === "advisory" ? "advisory" : "mandatory";
  const message = plainText(policy.message);
  const type = typeOf(policy.resourceUrn);
  return {
    kind: level === "mandatory" ? "violation" : kindOf(policy.policyName, message, about !== undefined),
    pack: policy.policyPackName,
    rule: policy.policyName,
    level,
    severity: policy.severity ?? about?.severity ?? "medium",
    urn: policy.resourceUrn,
    resource: nameOf(policy.resourceUrn),
    type: type === "pulumi:pulumi:Stack" ? "stack" : type.replace(/^pulumi-nodejs:dynamic\/cloudplatform\//, ""),
    message: withoutDescription(message, about?.description),
    ...(about === undefined
      ? {}
      : { description: about.description, remediation: about.remediation, reference: about.reference }),
  };
}

function kindOf(rule: string, message: string, isOurs: boolean): FindingKind {
  if (!isOurs) return "violation";
  if (rule === "waivers-in-force" && !message.includes("\nWaived: ")) return "waivers";
  return kinds[rule] ?? "violation";
}

/** A message begins with what the policy says of itself. */
function withoutDescription(message: string, description: string | undefined): string {
  const rest =
    description !== undefined && message.startsWith(description) ? message.slice(description.length) : message;
  return rest.trim() === "" ? message : rest.trim();
}

/** Without the engine's own colour marks. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
