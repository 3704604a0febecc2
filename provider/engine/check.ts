import type { z } from "zod";
import type { ErrorCode } from "../errors/index.ts";
import { withDefaults } from "../schema/canonical.ts";
import {
  camel,
  fromWire,
  type IssueKind,
  pathText,
  toWire,
  unknownKeyText,
  userPath,
  type ValidationIssue,
  validationIssues,
} from "../schema/index.ts";
import { concernsUnknown, unknownPaths, withoutUnknowns } from "../schema/unknowns.ts";
import type { AnyHandler, CheckFailure, Properties } from "./handler.ts";
import { operationSecrets } from "./operation-secrets.ts";

const codes: Readonly<Record<IssueKind, ErrorCode>> = {
  required: "CP2001",
  type: "CP2003",
  range: "CP2004",
  value: "CP2005",
  form: "CP2006",
};

export interface CheckResult {
  /** With defaults, in the program's order, when there is no failure. */
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
  const { value, unknownKeys } = toWire(schema, given);
  const unknown = unknownPaths(value).map((path) => userPath(schema, path));
  const failures: CheckFailure[] = unknownKeys.map(({ path, key, known }) => ({
    property: pathText(path),
    reason: unknownKeyText(key, known),
    code: "CP2002",
  }));
  const problems = validationIssues(schema, value, isSecret).filter(({ path }) => !concernsUnknown(path, unknown));
  // A rule between fields may take the marker of an unknown value for a value: it must fail without the value, too.
  const stand = unknown.length === 0 ? undefined : pathsOf(validationIssues(schema, withoutUnknowns(value)));
  for (const { path, message, kind } of problems)
    if (stand?.has(pathText(path)) !== false)
      failures.push({ property: pathText(path), reason: message, code: codes[kind] });
  if (failures.length > 0) return { inputs: given, failures };
  return { inputs: toUserNames(schema, withDefaults(schema, value)), failures };
}

function pathsOf(problems: readonly ValidationIssue[]): Set<string> {
  return new Set(problems.map(({ path }) => pathText(path)));
}

/** A value of the wire, whose form was checked, in the user's spelling. */
export function toUserNames(schema: z.ZodObject, value: unknown): Properties {
  return fromWire(schema as z.ZodType<Properties>, value as Properties);
}

/** Provider inputs are read by the provider only; all others belong to the platform. */
function split(handler: AnyHandler, given: Properties): { own: Properties; providerInputs: Properties } {
  const names = new Set(Object.keys(handler.providerInputs?.shape ?? {}).map(camel));
  const own: Properties = {};
  const providerInputs: Properties = {};
  for (const [key, value] of Object.entries(given)) (names.has(key) ? providerInputs : own)[key] = value;
  return { own, providerInputs };
}
