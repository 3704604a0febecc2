import { clock } from "../../values/index.ts";
import { OperationError } from "../handler/errors.ts";
import { unexplainedText } from "./create-once-messages.ts";
import { type Creation, latestMs, type OpenRequest, searching, stateIdsOf } from "./creation.ts";
import { unaccounted, unknownToStacks } from "./creation-refusals.ts";
import type { CreationNotes } from "./machine-notes.ts";
import { madeForOthers } from "./open-requests.ts";

const pauseMs = 1_000;

/**
 * Stops a creation before its request is sent again, if an object has appeared that nothing explains. The platform may store
 * texts in another form, and somebody may have changed what the request created, so an object cannot be ruled out by its content.
 * An object is explained by a resource that has it, in this run, this stack or another stack of the backend; by what another
 * resource of this stack has requested; or by another creation on this machine.
 */
export async function refuseUnexplained<T>(
  once: Creation<T>,
  notes: CreationNotes,
  request: OpenRequest,
  why: string,
): Promise<void> {
  // Setting `allowDuplicate` after the request means that the user has checked the platform; having set it before does not.
  const { asked = once.context.record.asked } = request;
  if (once.allowDuplicate && asked?.allowDuplicate !== true) return;
  const end = clock.now() + latestMs(once);
  let { unnoted, isAnyOpen } = await appeared(once, notes, request);
  // What other creations have requested appears before they know that it is theirs.
  while (unnoted.length > 0 && isAnyOpen && clock.now() < end) {
    await once.context.client.sleep(pauseMs, searching);
    ({ unnoted, isAnyOpen } = await appeared(once, notes, request));
  }
  const left = await unknownToStacks(once, unnoted, request.at);
  if (left.length > 0) throw new OperationError(unexplainedText(once, stateIdsOf(once, left), why), "CP2113");
}

/**
 * Returns what has appeared since a request and belongs neither to this stack nor to another creation on this machine, and
 * whether such a creation is open.
 */
async function appeared<T>(once: Creation<T>, notes: CreationNotes, { mark, asked, at }: OpenRequest) {
  // Where names are unique, only an object of the same name can be the result.
  const created = once.isUnique ? (once.withSameName?.(asked) ?? []) : once.since(mark);
  const open = await unaccounted(once, created);
  if (open.length === 0) return { unnoted: open, isAnyOpen: false };
  const { ids, isAnyOpen } = await notes.others(at, latestMs(once));
  const unnoted = open.filter((one) => !ids.has(once.idOf(one)));
  if (unnoted.length === 0) return { unnoted, isAnyOpen };
  const requested = await madeForOthers(once);
  return { unnoted: unnoted.filter((one) => !requested.has(once.idOf(one))), isAnyOpen };
}
