import { isDeepStrictEqual } from "node:util";
import { assumeUnchanged } from "../../schema/assume-unchanged.ts";
import { replacingInputs } from "../../schema/replacing.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";

interface Compared {
  /** In the order of `inputs`: equal elements of unordered lists are in one place. */
  declared: Properties;
  inputs: Properties;
  state: Properties;
  /**
   * Whether this run has checked the inputs. Before that, the engine only asks whether the replacement of another resource
   * replaces this one, with unknown values in place of those that come from the other resource. If so, it deletes this resource
   * first, even in an update. The decision must wait until the values are known.
   */
  isChecked: boolean;
}

/** What a change does. */
export interface Difference {
  /** Undefined: the engine compares the inputs. */
  changes?: boolean;
  /** Names of inputs whose change replaces. */
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/**
 * Returns what a change does. If inputs differ, `changes` is undefined, so that the engine computes their detailed diff. If only
 * hidden or computed inputs differ, `changes` says whether something is left to finish.
 */
export function diffResource(handler: AnyHandler, { declared, inputs, state, isChecked }: Compared): Difference {
  if (isDeepStrictEqual(withoutComputed(handler, declared), withoutComputed(handler, inputs)))
    return { changes: handler.isUnfinished?.(state) === true };
  const wanted = isChecked ? inputs : assumeUnchanged(handler.schema, inputs, { ...state, ...declared });
  const replaces = replacingInputs(handler.schema, { declared, inputs: wanted, state });
  // The engine may replace the resource for its own reasons (replaceOnChanges). Then, too, the old object must be deleted first.
  return {
    ...(replaces.length > 0 && { replaces }),
    ...(handler.deleteBeforeReplace === true && { deleteBeforeReplace: true }),
  };
}

/** Returns what an update destroys, for users who decide by the preview. Undefined: nothing. */
export async function lossesText(
  handler: AnyHandler,
  id: string,
  compared: Compared,
  context: Context,
): Promise<string | undefined> {
  const { declared } = compared;
  const state = (await handler.stateForLosses?.(id, compared, context)) ?? compared.state;
  const inputs = assumeUnchanged(handler.schema, compared.inputs, { ...state, ...declared });
  const unknown = await handler.unknownLosses?.(id, { declared, state, inputs }, context);
  const losses = [...(handler.losses?.({ ...compared, state }) ?? []), ...(unknown ?? [])];
  return losses.length === 0 ? undefined : `This update of ${handler.noun} ${id} destroys ${losses.join("; ")}.`;
}

/** Explains an update in which no input differs, which the engine cannot show. */
export function finishingText(noun: string, id: string): string {
  return `${noun} ${id} was not finished when it was last deployed or read. The program changes nothing; the update waits until the platform has finished, and does what is left; an object whose creation has failed is deleted and created again.`;
}

/** Returns the inputs without those that `check` has added. */
function withoutComputed(handler: AnyHandler, inputs: Properties): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => handler.computedInputs?.includes(name) !== true));
}
