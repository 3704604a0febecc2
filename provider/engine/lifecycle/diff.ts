import { isDeepStrictEqual } from "node:util";
import { assumeUnchanged } from "../../schema/assume-unchanged.ts";
import { inOrderOf } from "../../schema/order.ts";
import { replacingInputs } from "../../schema/replacing.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler } from "../handler/handler.ts";

export interface Compared {
  declared: Properties;
  inputs: Properties;
  state: Properties;
  /**
   * Whether this run has checked the inputs. Before that the engine only asks whether the replacement of another resource
   * replaces this one, with unknown values in place of those that come from there, and deletes this one first if so, in an
   * update, too. That is decided when the values are known.
   */
  isChecked: boolean;
}

/** What a change does. */
export interface Difference {
  /** Undefined: whatever differs. */
  changes?: boolean;
  /** Names of inputs whose change replaces. */
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/**
 * What a change does. `changes` is left open where something differs, so that the engine computes the detailed diff
 * of the inputs itself; where only hidden inputs differ it says whether something is left to finish.
 */
export function diffResource(handler: AnyHandler, { declared, inputs, state, isChecked }: Compared): Difference {
  const before = inOrderOf(handler.schema, declared, inputs);
  if (isDeepStrictEqual(withoutComputed(handler, before), withoutComputed(handler, inputs)))
    return { changes: handler.isUnfinished?.(state) === true };
  const wanted = isChecked ? inputs : assumeUnchanged(handler.schema, inputs, { ...state, ...before });
  const replaces = replacingInputs(handler.schema, { declared: before, inputs: wanted, state });
  // The engine may replace it for a reason of its own (replaceOnChanges); then, too, the old object must go first.
  return {
    ...(replaces.length > 0 && { replaces }),
    ...(handler.deleteBeforeReplace === true && { deleteBeforeReplace: true }),
  };
}

/** What the engine cannot show: an update in which no input differs. */
export function finishingText(noun: string, id: string): string {
  return `${noun} ${id} was not finished when it was last deployed or read. The program changes nothing; the update waits until the platform has finished, and does what is left; an object whose creation has failed is deleted and created again.`;
}

/** Inputs without those that `check` has added. */
function withoutComputed(handler: AnyHandler, inputs: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => handler.computedInputs?.includes(name) !== true));
}
