import { isDeepStrictEqual } from "node:util";
import { isSameResource, mayCreate, partKey, requestsOf } from "../../pulumi/formats/composite.ts";
import { splitHidden } from "../../pulumi/formats/hidden-properties.ts";
import { isMarked } from "../../pulumi/formats/markers.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { isUnreadable, type Readable } from "../../values/unreadable.ts";
import { pendingCreates, pendingInputs } from "../backend/objects-in-state.ts";
import type { Backend } from "../handler/backend.ts";
import { OperationError } from "../handler/errors.ts";
import {
  duplicateText,
  pendingText,
  requestedText,
  unknownOutcomeText,
  unknownPendingText,
} from "./create-once-messages.ts";
import { type Costly, type Creation, keyOf, stateIdOf, stateIdsOf, subjectOf } from "./creation.ts";
import { known, managingAdviceOf } from "./refusals.ts";

/** Stops a creation if the platform has its object already, or may have it. */
export async function refuseSame<T>(once: Creation<T>): Promise<void> {
  if (!once.allowDuplicate) await refuseUnaccounted(once);
  else if (once.costly === undefined) await refuseRequested(once);
  if (once.costly !== undefined) await refuseUnknownOutcome(once, once.costly);
}

/** Stops at an object that an interrupted run on another machine may have created while `allowDuplicate` was already set. */
async function refuseRequested<T>(once: Creation<T>): Promise<void> {
  const { record, ownership } = once.context;
  const countPending = async (isEarlier: boolean) => {
    const state = await ownership.backend.stateOf(record.urn, { isEarlier });
    if (isUnreadable(state)) throw new OperationError(unknownPendingText(once, state), "CP2124");
    return pendingInputs(state, record.urn).filter((asked) => asked.allowDuplicate === true).length;
  };
  // One of the pending creates may be the creation in progress. The cached state comes first: it is read once per process.
  if ((await countPending(true)) === 0 || (await countPending(false)) < 2) return;
  const [first] = await unaccounted(once, once.same());
  if (first !== undefined) throw new OperationError(requestedText(once, stateIdOf(once, first)), "CP2105");
}

async function refuseUnaccounted<T>(once: Creation<T>): Promise<void> {
  const { record, ownership } = once.context;
  // Pulumi's state is read while the platform responds.
  const reading = pendingRequests(ownership.backend, record.urn, record.asked ?? {});
  const same = await unaccounted(once, once.same());
  const [first] = same;
  if (first !== undefined) {
    const advice = await managingAdviceOf(keyOf(once, first), { urn: record.urn, ownership });
    throw new OperationError(duplicateText(once, stateIdsOf(once, same), advice), "CP2105");
  }
  const pending = await reading;
  if (isUnreadable(pending)) throw new OperationError(unknownPendingText(once, pending), "CP2124");
  for (const { asked, isExact } of pending) {
    // Inputs with secrets that cannot be read are compared by name only.
    const named = isExact ? undefined : once.withSameName?.(asked);
    const [first] = await unaccounted(once, named ?? once.same(asked));
    if (first !== undefined) throw new OperationError(pendingText(once, stateIdOf(once, first)), "CP2105");
  }
}

/** Stops at a purchase that another machine may have made, of which this machine has no record. */
async function refuseUnknownOutcome<T>(once: Creation<T>, costly: Costly): Promise<void> {
  const { record, ownership } = once.context;
  const state = await ownership.backend.stateOf(record.urn);
  if (isUnreadable(state)) throw new OperationError(unknownPendingText(once, state), "CP2124");
  const requests = pendingInputs(state, record.urn);
  const repeated = once.allowDuplicate ? requests.filter((asked) => asked.allowDuplicate === true) : requests;
  // One of them is the creation in progress.
  if (repeated.length > 1) throw new OperationError(unknownOutcomeText(once, costly), "CP2107");
}

/** Returns the id of the object because of which the platform refuses the name, if a resource of this stack has that object. */
export async function heldInStack<T>(once: Creation<T>): Promise<string | undefined> {
  if (!once.isUnique) return undefined;
  const named = await once.same();
  const open = await unaccounted(once, named);
  const held = named.find((one) => !open.includes(one));
  return held === undefined ? undefined : stateIdOf(once, held);
}

/** Returns the objects that no resource is known to have. */
export async function unaccounted<T>(once: Creation<T>, objects: Promise<T[]> | T[]): Promise<T[]> {
  const { ownership } = once.context;
  const { urn } = once.context.record;
  const found = await objects;
  const seen = await ownership.whoseAll(
    found.map((one) => keyOf(once, one)),
    { urn, reach: "run" },
  );
  // A second object that costs money is bought only if one of the two resources allows duplicates. This also applies to the
  // object of this resource itself: a replacement has cancelled it before, and a replacement that did not would pay for both.
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

/** A creation that an earlier run started and did not finish. */
interface PendingRequest {
  /** Inputs of the creation. */
  asked: Properties;
  /** Whether all inputs are known. The state has secrets encrypted or not at all: today's values are assumed for them. */
  isExact: boolean;
}

/**
 * Returns the creations of a resource that earlier runs started and did not finish, if their inputs differ from today's, or may
 * differ. Pulumi keeps them as pending operations; on another machine, which has no record, nothing else says what was requested.
 * The state of earlier runs is read once per process.
 */
export async function pendingRequests(
  backend: Backend,
  urn: string,
  inputs: object,
): Promise<Readable<PendingRequest[]>> {
  const state = await backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return state;
  const today = plain(inputs);
  const requested = state.pending_operations
    .filter(({ type, resource }) => mayCreate(type, resource.urn) && isSameResource(resource.urn, urn))
    .flatMap(({ resource }) =>
      requestsOf(resource.urn, resource.inputs ?? {}).filter(({ key }) => key === partKey(urn)),
    )
    .map(({ asked: inputs }): PendingRequest => {
      const { own } = splitHidden(inputs);
      const asked = decrypted(own, today) as Properties;
      return { asked, isExact: isDeepStrictEqual(asked, decrypted(own, undefined)) };
    });
  const [edited, same] = [false, true].map((isSame) =>
    requested.filter(({ asked }) => isDeepStrictEqual(asked, today) === isSame),
  );
  const open = same?.filter(({ isExact }) => !isExact) ?? [];
  if (open.length === 0) return edited ?? [];
  // One of these may be the creation in progress.
  const now = await backend.stateOf(urn);
  if (isUnreadable(now)) return now;
  return [...(edited ?? []), ...(pendingCreates(now, urn) > 1 ? open.slice(0, 1) : [])];
}

function decrypted(value: unknown, today: unknown): unknown {
  if (isStandIn(value)) return today;
  if (value === null || typeof value !== "object") return value;
  if (isMarked(value)) return today;
  const below = (key: string) => (today === null || typeof today !== "object" ? undefined : Reflect.get(today, key));
  if (Array.isArray(value)) return value.map((element, index) => decrypted(element, below(String(index))));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, decrypted(element, below(key))]));
}
