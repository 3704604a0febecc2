import { bareValue, isMarked } from "../pulumi/formats/markers.ts";
import type { Properties } from "../values/properties.ts";

/** Thrown when nothing more is deployed; the reason is among the problems. */
export class Stopped extends Error {}

/** A reason why a deployment, or a part of it, failed. */
export interface Problem {
  /** Empty for the program itself. */
  urn: string;
  type: string;
  name: string;
  /** Path of the input in a check failure: `pools[0].maxNodeCount`. */
  property: string | undefined;
  /** The text that `pulumi preview` and `pulumi up` show. */
  message: string;
}

type Subject = Pick<Problem, "urn" | "type" | "name">;

/** Check failures in the engine's words (pulumi/pkg: `GetResourcePropertyInvalidValueError`). */
export function problemsOfCheck(
  subject: Subject,
  inputs: Properties,
  failures: readonly { property: string; reason: string }[],
): Problem[] {
  const { type, name } = subject;
  return failures.map(({ property, reason }) => ({
    ...subject,
    property: property === "" ? undefined : property,
    message:
      property === ""
        ? `${type} resource '${name}' has a problem: ${reason}`
        : `${type} resource '${name}': property ${property} value {${goText(inputs[property])}} has a problem: ${reason}`,
  }));
}

/** A value as Go prints it. */
function goText(value: unknown): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value === "object" && isMarked(value)) return "[secret]";
  const bare = bareValue(value);
  if (Array.isArray(bare)) return `[${bare.map((one) => `{${goText(one)}}`).join(" ")}]`;
  if (bare === null || typeof bare !== "object") return String(bare);
  const entries = Object.entries(bare as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, one]) => `${key}:{${goText(one)}}`).join(" ")}]`;
}

/** The engine's message for a protected resource. */
export function protectedText(urn: string, operation: "delete" | "replace" = "delete"): string {
  return operation === "replace"
    ? `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``
    : `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``;
}
