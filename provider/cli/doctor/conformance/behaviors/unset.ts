import type { BehaviorValues } from "../../../../api/index.ts";
import { child, isUnsetValue, type UnsetKind, unsetKind, unsetValue, unwrap } from "../../../../schema/index.ts";
import { issueKind } from "../shapes.ts";
import { type Detectors, type Evidence, type Finding, seen, undetermined } from "./finding.ts";

type Form = "null" | "empty" | "zero" | "absent";
type Unset = "unsetText" | "unsetNumber" | "unsetFlag" | "unsetList" | "unsetObject";

/** How unset fields are written: in one form wherever the contract allows that form, or in several forms. */
export const unsetDetectors: Detectors<Unset> = {
  unsetText: (evidence) => formOf(evidence, "text", ["null", "empty", "absent"]),
  unsetNumber: (evidence) => formOf(evidence, "number", ["null", "zero", "absent"]),
  unsetFlag: (evidence) => formOf(evidence, "flag", ["null", "absent"]),
  unsetList: (evidence) => formOf(evidence, "list", ["null", "empty", "absent"]),
  unsetObject: (evidence) => formOf(evidence, "object", ["null", "empty", "absent"]),
};

function formOf<F extends Form & BehaviorValues[Unset]>(
  { objects }: Evidence,
  kind: UnsetKind,
  forms: readonly F[],
): Finding<F> {
  const shown = new Set<F>();
  const excluded = new Set<F>();
  let isUnset = false;
  for (const { endpoint, fields, shape } of objects) {
    // An empty object is itself unset.
    if (Object.keys(shape).every((name) => fields[name] === undefined)) continue;
    for (const [name, field] of Object.entries(shape)) {
      const value = knownPart(field, fields[name]);
      if (unsetKind(endpoint.id, name, field) !== kind || !isUnsetValue(kind, name, value)) continue;
      isUnset = true;
      for (const form of forms) {
        if (isWrittenAs(form, value)) shown.add(form);
        else if (allows(name, field, kind, form)) excluded.add(form);
      }
    }
  }
  if (!isUnset) return undetermined("no such field is unset");
  const found = forms.find((form) => shown.has(form) && !excluded.has(form));
  return found === undefined ? "default" : seen(found);
}

/** The value as the contract knows it: an object with only unknown fields counts as empty. */
function knownPart(field: Parameters<typeof unwrap>[0], value: unknown): unknown {
  const bare = unwrap(field);
  if (value === null || typeof value !== "object" || bare._zod.def.type !== "object") return value;
  return Object.keys(value).some((name) => child(bare, name) !== undefined) ? value : {};
}

function isWrittenAs(form: Form, value: unknown): boolean {
  if (value === undefined) return form === "absent";
  if (value === null) return form === "null";
  if (value === 0) return form === "zero";
  return value !== false && form === "empty";
}

function allows(name: string, field: Parameters<typeof unsetValue>[2], kind: UnsetKind, form: Form): boolean {
  // Logging is null or complete.
  if (name === "logging" && form === "empty") return false;
  return issueKind(field, unsetValue(kind, form, field)) === undefined;
}
