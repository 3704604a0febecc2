import { allRules } from "../config/index.ts";
import type { Severity } from "../engine/rule.ts";
import { nameOf, typeOf } from "../engine/subject.ts";
import type { Finding, FindingKind } from "./report.ts";

/** What the policies about the rules themselves say is no violation, unless they are configured to make it one. */
const kinds: Record<string, FindingKind> = { "not-judged": "not-judged", "waivers-in-force": "waived" };

/** What a policy has said. */
export interface Said {
  /** The pack; ours when left out. */
  pack?: string;
  rule: string;
  urn: string;
  message: string;
  level: "mandatory" | "advisory";
  severity?: Severity;
}

/** A finding, with what the rule says of itself. */
export function findingOf({ pack = "cloudplatform", rule, urn, message, level, severity }: Said): Finding {
  const about = pack === "cloudplatform" ? allRules.find((one) => one.name === rule) : undefined;
  const type = typeOf(urn);
  return {
    kind: level === "mandatory" ? "violation" : kindOf(rule, message, about !== undefined),
    pack,
    rule,
    level,
    severity: severity ?? about?.severity ?? "medium",
    urn,
    resource: nameOf(urn),
    type: type === "pulumi:pulumi:Stack" ? "stack" : type.replace(/^pulumi-nodejs:dynamic\/cloudplatform\//, ""),
    message: withoutDescription(message, about?.description),
    ...(about === undefined
      ? {}
      : { description: about.description, remediation: about.remediation, reference: about.reference }),
  };
}

function kindOf(rule: string, message: string, isOurs: boolean): FindingKind {
  if (!isOurs) return "violation";
  if (rule === "waivers-in-force" && !/(^|\n)Waived: /.test(message)) return "waivers";
  return kinds[rule] ?? "violation";
}

/** A message begins with what the policy says of itself. */
function withoutDescription(message: string, description: string | undefined): string {
  const rest =
    description !== undefined && message.startsWith(description) ? message.slice(description.length) : message;
  return rest.trim() === "" ? message : rest.trim();
}
