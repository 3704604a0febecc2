import { isDeepStrictEqual } from "node:util";
import { assumeUnchanged } from "../../schema/assume-unchanged.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { AnyHandler, Properties } from "../handler.ts";

/**
 * What a change does. `changes` is left open where something differs, so that the engine computes the detailed diff
 * of the inputs itself; where only hidden inputs differ it says whether something is left to finish.
 */
export function diffResource(
  handler: AnyHandler,
  declared: Properties,
  inputs: Properties,
  state: Properties,
): { changes?: boolean; replaces?: string[]; deleteBeforeReplace?: boolean } {
  const before = inOrderOf(handler.schema, declared, inputs);
  if (isDeepStrictEqual(withoutComputed(handler, before), withoutComputed(handler, inputs)))
    return { changes: handler.isUnfinished?.(state) === true };
  const replaces: string[] = handler.replaces?.(before, assumedInputs(handler, inputs, before, state), state) ?? [];
  // The engine may replace it for a reason of its own (replaceOnChanges); then, too, the old object must go first.
  return {
    ...(replaces.length > 0 && { replaces }),
    ...(handler.deleteBeforeReplace === true && { deleteBeforeReplace: true }),
  };
}

/** What the engine cannot show: an update in which no input differs. */
export function finishingText(noun: string, id: string): string {
  return `${noun} ${id} was not finished when it was last deployed or read. The program changes nothing; the update waits until the platform has finished, and does what is left.`;
}

/** Inputs in which a value that is not known yet is the one that is deployed. */
export function assumedInputs(
  handler: AnyHandler,
  inputs: Properties,
  declared: Properties,
  state: Properties,
): Properties {
  return assumeUnchanged(handler.schema, inputs, { ...state, ...declared });
}

/** Inputs without those that `check` has added. */
function withoutComputed(handler: AnyHandler, inputs: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => handler.computedInputs?.includes(name) !== true));
}

/** The names of the inputs that differ. */
export function changed<Inputs extends object>(
  names: readonly (keyof Inputs & string)[],
  declared: Inputs,
  inputs: Inputs,
): string[] {
  return names.filter((name) => !isDeepStrictEqual(declared[name], inputs[name]));
}
