import type { z } from "zod";
import { camel, fromWire, pathText, problemsOf, toWire, unknownKeyText, userPath } from "../api/index.ts";
import { canonical } from "./canonical.ts";
import type { AnyHandler, Failure, Properties } from "./handler.ts";
import { concernsUnknown, unknownPaths } from "./unknowns.ts";

export interface CheckResult {
  /** In canonical form when there is no failure. */
  inputs: Properties;
  failures: Failure[];
}

/** Holds inputs against the schemas of a resource. Unknown values of a preview pass. */
export function checkInputs(handler: AnyHandler, given: Properties): CheckResult {
  const { own, steering } = split(handler, given);
  const parts = [checkPart(handler.schema, own)];
  if (handler.steering !== undefined) parts.push(checkPart(handler.steering, steering));
  const failures = parts.flatMap((part) => part.failures);
  if (failures.length > 0) return { inputs: given, failures };
  const inputs = Object.assign({}, ...parts.map((part) => part.inputs));
  return { inputs: handler.normalise?.(inputs) ?? inputs, failures };
}

function checkPart(schema: z.ZodObject, given: Properties): CheckResult {
  const { value, unknownKeys } = toWire(schema, given);
  const unknown = unknownPaths(value).map((path) => userPath(schema, path));
  const failures = unknownKeys.map(({ path, key, known }) => ({
    property: pathText(path),
    reason: unknownKeyText(key, known),
  }));
  for (const problem of problemsOf(schema, value))
    if (!concernsUnknown(problem.path, unknown))
      failures.push({ property: pathText(problem.path), reason: problem.message });
  if (failures.length > 0) return { inputs: given, failures };
  return { inputs: spelled(schema, canonical(schema, value)), failures };
}

/** A value of the wire, whose form was checked, in the user's spelling. */
export function spelled(schema: z.ZodObject, value: unknown): Properties {
  return fromWire(schema as z.ZodType<Properties>, value as Properties);
}

/** Steering inputs are ours; all others belong to the platform. */
function split(handler: AnyHandler, given: Properties): { own: Properties; steering: Properties } {
  const names = new Set(Object.keys(handler.steering?.shape ?? {}).map(camel));
  const own: Properties = {};
  const steering: Properties = {};
  for (const [key, value] of Object.entries(given)) (names.has(key) ? steering : own)[key] = value;
  return { own, steering };
}
