import { aliasOf } from "../../pulumi/formats/aliases.ts";
import { partKey } from "../../pulumi/formats/composite.ts";
import { durationText } from "../../values/index.ts";
import { isUnreadable, type Readable, type Unreadable } from "../../values/unreadable.ts";
import type { Other, Owner } from "../handler/ownership.ts";
import type { Costly, CreateOnce } from "./creation.ts";

/** Errors of a creation that stops: what failed, what was seen, what to do. */

export function duplicateText<T>(once: CreateOnce<T>, ids: string[], advice: string): string {
  const { what, noun, sameText, costly } = once;
  const alternative =
    once.alternativeText ??
    (once.isUnique === true
      ? "to have your own, choose another name"
      : "to have another one beside it, set allowDuplicate: true");
  const [which, are, them, one] =
    ids.length === 1
      ? [`${noun} ${ids[0]} has`, "is", "it", "it"]
      : [`${noun}s ${ids.join(", ")} have`, "are", "them", "one of them"];
  const nothing = costly === undefined ? "Nothing was created." : "Nothing was bought.";
  return `${what} stopped: ${which} ${sameText} and ${are} not in state as this resource: an interrupted run may have created ${them}, or a resource of another stack or name has ${them}. ${nothing} To manage ${one} here, ${advice}; ${alternative}.`;
}

/** Says how to adopt an existing object. */
export function importAdvice(urn: string, id: string | undefined): string {
  return `${partKey(urn) === undefined ? "set the resource option" : "give the rule"} import: "${id}"`;
}

/**
 * Says how to manage an object here that another resource or stack may have, after "To manage it here,": an import alone would give
 * it two owners.
 */
export function managingAdvice(owner: Readable<Owner>, urn: string, id: string | undefined): string {
  if (!isUnreadable(owner) && owner.is === "other") return takingAdvice(owner, urn, id);
  const other =
    !isUnreadable(owner) && owner.is === "uncertain" ? `stack ${owner.stack} does not have` : "no other stack has";
  return `make sure that ${other} it, and ${importAdvice(urn, id)}`;
}

/** No alias moves an object between a template and a rule of a set. */
function takingAdvice({ who, urn: holder }: Other, urn: string, id: string | undefined): string {
  if (holder === undefined) return `move it with pulumi state move from ${who}, which has it in state`;
  if (partKey(urn) === undefined && partKey(holder) === undefined)
    return `set the option ${aliasOf(holder, urn)} if this is a new name of ${holder}, which has it in state`;
  return `remove ${holder}, which has it in state, from the program in the same change (a rule of a set: list its key in released), and ${importAdvice(urn, id)}`;
}

/** Only the state says whether an earlier run has requested the object with other inputs. */
export function unknownPendingText<T>({ what }: CreateOnce<T>, { text }: Unreadable): string {
  return `${what} stopped: it is not known whether an interrupted run has requested it already, because Pulumi's backend could not be read: ${text}. Nothing was sent. Make sure that the command in parentheses works in this project, then run again.`;
}

export function pendingText<T>({ what, noun, isUnique, context: { record } }: CreateOnce<T>, id: string): string {
  const second = isUnique === true ? "choose another name" : "set allowDuplicate: true to have another one beside it";
  return `${what} stopped: an earlier run was interrupted while it created this resource with other inputs, and ${noun} ${id} is, or may be, what it requested. Nothing was sent. If it belongs to this resource, declare it as it is and ${importAdvice(record.urn, id)}; the next pulumi up can then change it. If it does not, ${second}, or run pulumi refresh --clear-pending-creates. Then run again.`;
}

export function requestedText<T>({ what, noun, context: { record } }: CreateOnce<T>, id: string): string {
  return `${what} stopped: an earlier run was interrupted while it created this resource, and ${noun} ${id} is, or may be, what it requested. Nothing was sent. If it belongs to this resource, ${importAdvice(record.urn, id)}; if it does not, run pulumi refresh --clear-pending-creates. Then run again.`;
}

/** The platform may have stored the content in another form, or somebody may have changed the object since. */
export function unexplainedText<T>(
  { what, noun, isUnique, allowDuplicate, context: { record } }: CreateOnce<T>,
  ids: string[],
  why: string,
): string {
  const [id, ...others] = ids;
  const which = others.length === 0 ? `${noun} ${id} was` : `${noun}s ${ids.slice(0, 5).join(", ")} were`;
  const beside = isUnique === true || allowDuplicate ? "" : "; to have another one beside it, set allowDuplicate: true";
  return `${what} stopped: ${why}, and ${which} created since, with other content and by no resource that is known: it may be what was requested, changed since or stored in another form. Nothing more was sent. If it belongs to this resource, declare it as it is and ${importAdvice(record.urn, id)}${beside}; if it does not, remove the record ${record.place}. Then run again.`;
}

export function oldRecordText<T>({ what, context: { record } }: CreateOnce<T>): string {
  return `${what} stopped: an earlier release of the provider left the record of an interrupted creation, ${record.place}. Nothing was sent. Check on the platform whether it was created: if so, set the resource option import to its id; if not, remove the record. Then run again.`;
}

export function severalText<T>(once: CreateOnce<T>, ids: string[], why: string, competitor?: string): string {
  const many =
    competitor !== undefined
      ? `${once.what} stopped: ${why} ${once.noun} ${ids[0]} appeared since, but ${competitor}, and it is not certain which of the two has created it.`
      : `${once.what} stopped: ${why} Several objects may be the result (${ids.join(", ")}).`;
  return `${many} Nothing more was sent. Set the option import to the id of the right one; if none is yours, remove the record of the interrupted request, ${once.context.record.place}. Then run again.`;
}

export function strictText<T>(
  { what, noun, isUnique, context: { record } }: CreateOnce<T>,
  id: string,
  why: string,
): string {
  const second = isUnique === true ? "choose another name" : "set allowDuplicate: true";
  return `${what} stopped: ${why} ${noun} ${id} was created since and is what was requested, but the platform does not say by whom (setting cloudplatform:stopOnLostResponse). Nothing more was sent. If no other stack has it in state, ${importAdvice(record.urn, id)}; if one has it, remove the record ${record.place} and ${second}. Then run again.`;
}

/** An object appeared after the search of an earlier run had ended without a result. */
export function lateText<T>({ what, noun, context: { record } }: CreateOnce<T>, id: string): string {
  return `${what} stopped: an earlier run got no response to its request, and found nothing that it had created. ${noun} ${id} was created later and is what was requested, but the platform does not say by whom. Nothing was sent. If it belongs to this resource, ${importAdvice(record.urn, id)}; if it does not, set allowDuplicate: true to have another one beside it. Then run again.`;
}

/** Ctrl-C after the request was sent. */
export function interruptedText<T>({ what, costly }: CreateOnce<T>, why: string): string {
  return `${what} stopped: ${why} The platform may have ${costly === undefined ? "created" : "bought"} it. Run pulumi up again: it searches for it first.`;
}

/** An object of this stack has the name, usually the object that this one replaces. */
export function heldText({ noun }: { noun: string }, why: string, id: string): string {
  return `${why} This stack has ${noun} ${id}, which has the name. To replace it, set the option deleteBeforeReplace: true; to have another one, choose another name.`;
}

export function notFoundText<T>(once: CreateOnce<T>, { lookFor }: Costly, why: string): string {
  const time = durationText(once.context.client.settings.ambiguityTimeoutSeconds * 1000);
  return `${once.what} stopped: ${why} No ${lookFor} was found within ${time} (ambiguityTimeoutSeconds), but the platform may still act on the request. The next pulumi up searches again; it is never requested again until you allow it.`;
}

/** What to do about a purchase whose outcome is unknown. */
export function unknownOutcomeText<T>(
  { what, allowDuplicate, context: { record } }: CreateOnce<T>,
  { lookFor }: Costly,
): string {
  const cleared =
    record.previous === undefined ? "run pulumi refresh --clear-pending-creates" : `remove the record ${record.place}`;
  const another = allowDuplicate ? "" : ", or set allowDuplicate: true for one run";
  return `${what} stopped: an earlier run was interrupted while it bought this, and no ${lookFor} that it may have bought is shown. That does not prove that nothing was bought, so nothing was sent. Look for it on the platform, later too. If it is there, set the resource option import to its id; if nothing was bought, ${cleared}${another}. Then run again.`;
}
