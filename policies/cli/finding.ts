import { nameOfUrn, typeOfUrn } from "@cloudplatform/pulumi/formats";
import { allRules } from "../config/index.ts";
import { controlNames } from "../engine/controls.ts";
import type { Severity } from "../engine/rule.ts";
import type { Finding, FindingKind } from "./report.ts";

/** Reports of the policies about the rules themselves. They count as violations only if they are mandatory. */
const kinds: Record<string, FindingKind> = {
  "not-evaluated": "not-evaluated",
  "not-judged": "not-evaluated",
  "waivers-in-force": "waived",
};

/** A report of a policy. */
interface PolicyReport {
  /** The pack (default: ours). */
  pack?: string;
  rule: string;
  urn: string;
  message: string;
  level: "mandatory" | "advisory";
  severity?: Severity;
}

/** Builds a finding, with the metadata of its rule. */
export function findingOf({ pack = "cloudplatform", rule, urn, message, level, severity }: PolicyReport): Finding {
  const own = pack === "cloudplatform" ? allRules.find((one) => one.name === rule) : undefined;
  const type = typeOfUrn(urn);
  return {
    kind: level === "mandatory" ? "violation" : kindOf(rule, message, own !== undefined),
    pack,
    rule,
    level,
    severity: severity ?? own?.severity ?? "medium",
    urn,
    resource: nameOfUrn(urn),
    type: type === "pulumi:pulumi:Stack" ? "stack" : type.replace(/^pulumi-nodejs:dynamic\/cloudplatform\//, ""),
    message: withoutDescription(message, own?.description),
    ...(own === undefined
      ? {}
      : { description: own.description, remediation: own.remediation, reference: own.reference }),
    ...(own?.controls !== undefined && { controls: controlNames(own.controls) }),
  };
}

function kindOf(rule: string, message: string, isOurs: boolean): FindingKind {
  if (!isOurs) return "violation";
  if (rule === "waivers-in-force" && !/(^|\n)Waived: /.test(message)) return "waivers";
  return kinds[rule] ?? "violation";
}

/** Strips the policy's description, which the engine prepends to the message. */
function withoutDescription(message: string, description: string | undefined): string {
  const rest =
    description !== undefined && message.startsWith(description) ? message.slice(description.length) : message;
  return rest.trim() === "" ? message : rest.trim();
}
