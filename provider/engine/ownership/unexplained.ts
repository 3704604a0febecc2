import { clock } from "../../values/index.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { OperationError } from "../handler/errors.ts";
import { unexplainedText } from "./create-once-messages.ts";
import { type Creation, keyOf, latestMs, type OpenRequest, searching, stateIdsOf } from "./creation.ts";
import { unaccounted } from "./creation-refusals.ts";
import type { CreationNotes } from "./machine-notes.ts";
import { madeForOthers } from "./open-requests.ts";

const pauseMs = 1_000;

/**
 * Stops a creation before its request is sent again while an object has appeared that nothing explains: a platform may store texts in
 * another form, and somebody may have changed what the request has created, so that no content excludes it. One is explained by a
 * resource that has it, of this run, this stack or another stack of the backend, by what another resource of this stack has requested,
 * or by another creation of this machine.
 */
export async function refuseUnexplained<T>(
  once: Creation<T>,
  notes: CreationNotes,
  request: OpenRequest,
  why: string,
): Promise<void> {
  // One who has allowed duplicates since the request has looked; one who always did has not been asked.
  const { asked = once.context.intent.asked } = request;
  if (once.allowDuplicate && asked?.allowDuplicate !== true) return;
  const end = clock.now() + latestMs(once);
  let { unnoted, isAnyOpen } = await appeared(once, notes, request);
  // What other creations have requested appears before they know that it is theirs.
  while (unnoted.length > 0 && isAnyOpen && clock.now() < end) {
    await once.context.client.sleep(pauseMs, searching);
    ({ unnoted, isAnyOpen } = await appeared(once, notes, request));
  }
  const left = await ofNoStack(once, unnoted, request);
  if (left.length > 0) throw new OperationError(unexplainedText(once, stateIdsOf(once, left), why), "CP2113");
}

/** What has appeared since a request and belongs neither to this stack nor to another creation of this machine, and whether one is open. */
async function appeared<T>(once: Creation<T>, notes: CreationNotes, { mark, asked, at }: OpenRequest) {
  // Of a kind of which there is one of each name, no other one can be its result.
  const created = once.isUnique ? (once.withSameName?.(asked) ?? []) : once.since(mark);
  const open = await unaccounted(once, created);
  if (open.length === 0) return { unnoted: open, isAnyOpen: false };
  const { ids, isAnyOpen } = await notes.others(at, latestMs(once));
  const unnoted = open.filter((one) => !ids.has(once.idOf(one)));
  if (unnoted.length === 0) return { unnoted, isAnyOpen };
  const requested = await madeForOthers(once);
  return { unnoted: unnoted.filter((one) => !requested.has(once.idOf(one))), isAnyOpen };
}

/** What no stack of the backend is known to have. */
async function ofNoStack<T>(once: Creation<T>, some: readonly T[], { at }: OpenRequest): Promise<T[]> {
  if (some.length === 0) return [];
  const { intent, ownership } = once.context;
  const keys = some.map((one) => keyOf(once, one));
  const owners = await ownership.whoseAll(keys, { urn: intent.urn, reach: "backend", since: at });
  return some.filter((_, index) => {
    const owner = owners[index];
    return owner === undefined || isUnreadable(owner) || owner.is === "nobody" || owner.is === "uncertain";
  });
}
