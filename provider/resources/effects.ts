import type { StateObject } from "../engine/handler/definition.ts";
import { type InputChange, replacingInputs } from "../schema/replacing.ts";
import { type ResourceName, resources } from "./registry.ts";

export { recreatedPools } from "./cluster/losses.ts";

/**
 * Inputs whose change replaces a resource, as its diff decides it, for callers that evaluate a change without the engine,
 * such as policies. Values are in the user's spelling; those that are not known yet have the mark of a preview.
 */
export function replacingInputsOf(name: ResourceName, change: InputChange): string[] {
  return replacingInputs(resources[name].schema, change);
}

/** What an update of a resource destroys that cannot be restored, as its diff warns of it. Likewise. */
export function updateLossesOf(name: ResourceName, change: InputChange): string[] {
  return resources[name].losses?.(change) ?? [];
}

/** What is lost with an object that is deleted or replaced. */
export function deletionLossesOf(name: ResourceName, object: StateObject): string[] {
  return resources[name].deletionLosses?.(object) ?? [];
}
