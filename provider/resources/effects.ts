import type { StateObject } from "../engine/handler/definition.ts";
import { type InputChange, replacingInputs } from "../schema/replacing.ts";
import { type ResourceName, resources } from "./registry.ts";

export { recreatedPools } from "./cluster/losses.ts";

/**
 * Returns the inputs whose change replaces a resource, as its diff decides, for callers that evaluate a change without the
 * engine, such as policies. Values are in the user's spelling; unknown ones have the marker of a preview.
 */
export function replacingInputsOf(name: ResourceName, change: InputChange): string[] {
  return replacingInputs(resources[name].schema, change);
}

/** Returns what an update of a resource destroys beyond recovery, as its diff warns; for the same callers. */
export function updateLossesOf(name: ResourceName, change: InputChange): string[] {
  return resources[name].losses?.(change) ?? [];
}

/** Returns what is lost when an object is deleted or replaced. */
export function deletionLossesOf(name: ResourceName, object: StateObject): string[] {
  return resources[name].deletionLosses?.(object) ?? [];
}
