import { isUnreadable } from "../../values/unreadable.ts";
import { pendingInputs } from "../backend/objects-in-state.ts";
import { OperationError } from "../handler/errors.ts";
import {
  duplicateText,
  pendingText,
  requestedText,
  unknownOutcomeText,
  unknownPendingText,
} from "./create-once-messages.ts";
import { type Costly, type Creation, keyOf, stateIdOf, stateIdsOf, subjectOf } from "./creation.ts";
import { withoutDeleted } from "./deletions.ts";
import { pendingRequests } from "./pending-creates.ts";
import { known } from "./refusals.ts";

/** What the platform has already, and what accounts for it. */
export async function refuseSame<T>(once: Creation<T>): Promise<void> {
  if (!once.allowDuplicate) await refuseUnaccounted(once);
  else if (once.costly === undefined) await refuseRequested(once);
  if (once.costly !== undefined) await refuseUnknownOutcome(once, once.costly);
}

/** What an interrupted run on another machine may have created, while the program allowed duplicates already. */
async function refuseRequested<T>(once: Creation<T>): Promise<void> {
  const { intent, ownership } = once.context;
  const begun = async (isEarlier: boolean) => {
    const state = await ownership.backend.stateOf(intent.urn, { isEarlier });
    if (isUnreadable(state)) throw new OperationError(unknownPendingText(once, state), "CP2124");
    return pendingInputs(state, intent.urn).filter((asked) => asked.allowDuplicate === true).length;
  };
  // One of them may be the creation in progress. States are read once in a process where that is enough.
  if ((await begun(true)) === 0 || (await begun(false)) < 2) return;
  const [first] = await unaccounted(
    once,
    undeleted(once, () => once.same()),
  );
  if (first !== undefined) throw new OperationError(requestedText(once, stateIdOf(once, first)), "CP2105");
}

async function refuseUnaccounted<T>(once: Creation<T>): Promise<void> {
  const { intent, ownership } = once.context;
  // Pulumi's state is read while the platform answers.
  const reading = pendingRequests(ownership.backend, intent.urn, intent.asked ?? {});
  const same = await unaccounted(
    once,
    undeleted(once, () => once.same()),
  );
  if (same.length > 0) throw new OperationError(duplicateText(once, stateIdsOf(once, same)), "CP2105");
  const pending = await reading;
  if (isUnreadable(pending)) throw new OperationError(unknownPendingText(once, pending), "CP2124");
  for (const { asked, isExact } of pending) {
    // Of what holds secrets that nobody can read, the name must do.
    const named = isExact ? undefined : once.withSameName?.(asked);
    const [first] = await unaccounted(once, named ?? undeleted(once, () => once.same(asked)));
    if (first !== undefined) throw new OperationError(pendingText(once, stateIdOf(once, first)), "CP2105");
  }
}

/** What another machine may have bought, of which there is no record here. */
async function refuseUnknownOutcome<T>(once: Creation<T>, costly: Costly): Promise<void> {
  const { intent, ownership } = once.context;
  const state = await ownership.backend.stateOf(intent.urn);
  if (isUnreadable(state)) throw new OperationError(unknownPendingText(once, state), "CP2124");
  const requests = pendingInputs(state, intent.urn);
  const repeated = once.allowDuplicate ? requests.filter((asked) => asked.allowDuplicate === true) : requests;
  // One of them is the creation in progress.
  if (repeated.length > 1) throw new OperationError(unknownOutcomeText(once, costly), "CP2107");
}

/** What the platform shows, without what was deleted a little while ago. */
function undeleted<T>(once: Creation<T>, read: () => Promise<T[]>): Promise<T[]> {
  const { context, noun } = once;
  return withoutDeleted({ client: context.client, noun }, read, (one) => stateIdOf(once, one));
}

/** The id of an object on whose account the platform refuses another one of the name, where a resource of this stack has it. */
export async function heldInStack<T>(once: Creation<T>): Promise<string | undefined> {
  if (!once.isUnique) return undefined;
  const named = await undeleted(once, () => once.same());
  const open = await unaccounted(once, named);
  const held = named.find((one) => !open.includes(one));
  return held === undefined ? undefined : stateIdOf(once, held);
}

/** The objects that no resource is known to have. */
export async function unaccounted<T>(once: Creation<T>, objects: Promise<T[]> | T[]): Promise<T[]> {
  const { ownership } = once.context;
  const { urn } = once.context.intent;
  const found = await objects;
  const seen = await ownership.whoseAll(
    found.map((one) => keyOf(once, one)),
    { urn, reach: "run" },
  );
  // Of what costs money a second one is bought only when the program says so, by either of the two. The one that this resource has
  // itself is no exception: a replacement has cancelled it before, and one that did not would pay for both.
  const open = found.filter((one, index) => {
    const owner = known(seen[index] ?? { is: "nobody" }, subjectOf(once, one));
    if (owner.is !== "self" && owner.is !== "other") return true;
    return once.costly !== undefined && (owner.is === "self" || !ownership.isFurther(keyOf(once, one)));
  });
  if (open.length === 0 || once.costly !== undefined) return open;
  const owners = await ownership.whoseAll(
    open.map((one) => keyOf(once, one)),
    { urn, reach: "stack" },
  );
  return open.filter((one, index) => known(owners[index] ?? { is: "nobody" }, subjectOf(once, one)).is === "nobody");
}
