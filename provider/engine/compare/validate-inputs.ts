import type { z } from "zod";
import type { ErrorCode } from "../../errors/index.ts";
import { withDefaults } from "../../schema/canonical.ts";
import { fieldNames, type IssueKind, pathText, type ValidationIssue, validationIssues } from "../../schema/index.ts";
import { setField } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { concernsUnknown, unknownPaths, withoutUnknowns } from "../../values/unknown.ts";
import type { AnyHandler, CheckFailure } from "../handler/handler.ts";
import { operationSecrets } from "../secrets/operation-secrets.ts";

const codes: Readonly<Record<IssueKind, ErrorCode>> = {
  unknownKey: "CP2002",
  required: "CP2001",
  type: "CP2003",
  range: "CP2004",
  value: "CP2005",
  form: "CP2006",
};

export interface CheckResult {
  /** With defaults, in the program's order, if there is no failure. */
  inputs: Properties;
  failures: CheckFailure[];
}

/** Checks inputs against the schemas of a resource. Unknown values of a preview pass. */
export function checkInputs(handler: AnyHandler, given: Properties): CheckResult {
  const { own, providerInputs } = split(handler, given);
  const parts = [checkPart(handler.schema, own)];
  if (handler.providerInputs !== undefined) parts.push(checkPart(handler.providerInputs, providerInputs));
  const failures = parts.flatMap((part) => part.failures);
  if (failures.length > 0) return { inputs: given, failures };
  const inputs = Object.assign({}, ...parts.map((part) => part.inputs));
  return { inputs: handler.normalise?.(inputs) ?? inputs, failures };
}

function checkPart(schema: z.ZodObject, given: Properties): CheckResult {
  const isSecret = (path: PropertyKey[]) => operationSecrets().hides(path);
  const unknown = unknownPaths(given);
  const problems = validationIssues(schema, given, isSecret).filter(
    ({ path, kind }) => kind === "unknownKey" || !concernsUnknown(path, unknown),
  );
  // A rule between fields may take the marker of an unknown value for a value: it counts only if it fails without the value, too.
  const stand = unknown.length === 0 ? undefined : pathsOf(validationIssues(schema, withoutUnknowns(given)));
  const failures: CheckFailure[] = problems
    .filter(({ path, kind }) => kind === "unknownKey" || stand?.has(pathText(path)) !== false)
    .map(({ path, message, kind }) => ({ property: pathText(path), reason: message, code: codes[kind] }));
  return { inputs: failures.length > 0 ? given : (withDefaults(schema, given) as Properties), failures };
}

function pathsOf(problems: readonly ValidationIssue[]): Set<string> {
  return new Set(problems.map(({ path }) => pathText(path)));
}

/** Separates inputs that only the provider reads from those of the platform. */
function split(handler: AnyHandler, given: Properties): { own: Properties; providerInputs: Properties } {
  const names = new Set(fieldNames(handler.providerInputs));
  const own: Properties = {};
  const providerInputs: Properties = {};
  for (const [key, value] of Object.entries(given)) setField(names.has(key) ? providerInputs : own, key, value);
  return { own, providerInputs };
}
