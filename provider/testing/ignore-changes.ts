import type { Properties } from "../values/properties.ts";
import { partsOf } from "./changes.ts";

/** Returns the inputs, with the values from state for everything that `ignoreChanges` names. */
export function keepIgnored(
  old: Properties,
  goal: { inputs: Properties; ignoreChanges: readonly string[] },
): Properties {
  if (goal.ignoreChanges.length === 0) return goal.inputs;
  const inputs = structuredClone(goal.inputs);
  for (const path of goal.ignoreChanges) {
    if (path === "*") return { ...structuredClone(old), ...hiddenOf(goal.inputs) };
    keepAt(inputs, old, partsOf(path));
  }
  return inputs;
}

function keepAt(into: unknown, from: unknown, [part, ...rest]: readonly string[]): void {
  if (part === undefined || !isObject(into) || !isObject(from)) return;
  for (const key of part === "*" ? Object.keys(into) : [part]) {
    if (rest.length > 0) keepAt(into[key], from[key], rest);
    else if (key in from) into[key] = structuredClone(from[key]);
    else delete into[key];
  }
}

function hiddenOf(inputs: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name.startsWith("__")));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object";
}
