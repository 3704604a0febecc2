import { isDeepStrictEqual } from "node:util";
import { isSameResource, mayCreate, partKey, requestsOf } from "../../pulumi/formats/composite.ts";
import { splitHidden } from "../../pulumi/formats/hidden-properties.ts";
import { isMarked } from "../../pulumi/formats/markers.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { isUnreadable, type Readable } from "../../values/unreadable.ts";
import { pendingInputs } from "../backend/objects-in-state.ts";
import type { Backend } from "../handler/backend.ts";
import { OperationError } from "../handler/errors.ts";
import {
  duplicateText,
  pendingText,
  requestedText,
  unknownOutcomeText,
  unknownPendingText,
} from "./create-once-messages.ts";
import { type Costly, type Creation, keyOf, type OpenRequest, stateIdOf, stateIdsOf, subjectOf } from "./creation.ts";
import { known, managingAdviceOf } from "./refusals.ts";

/** Stops a creation if the platform has its object already, or may have it. */
export async function refuseSame<T>(once: Creation<T>): Promise<void> {
  // Pulumi's state is read while the platform responds.
  const reading = requestsInState(once);
  if (!once.allowDuplicate) await refuseUnaccounted(once);
  await refusePending(once, unchecked(once, await reading));
  if (once.costly !== undefined) await refuseUnknownOutcome(once, once.costly);
}

async function refuseUnaccounted<T>(once: Creation<T>): Promise<void> {
  const { record, ownership } = once.context;
  const same = await unaccounted(once, once.same());
  const [first] = same;
  if (first === undefined) return;
  const advice = await managingAdviceOf(keyOf(once, first), { urn: record.urn, ownership });
  throw new OperationError(duplicateText(once, stateIdsOf(once, same), advice), "CP2105");
}

/**
 * Stops beside the object that this machine's record has led to, if the platform may also have what another machine has requested
 * for the resource since.
 */
export async function refuseBeside<T>(once: Creation<T>, found: T, open: readonly OpenRequest[]): Promise<void> {
  const recorded = open.map(({ asked = once.context.record.asked }) => plain(asked ?? {}));
  const pending = unchecked(once, await requestsInState(once));
  const elsewhere = pending.filter(({ asked }) => !recorded.some((one) => isDeepStrictEqual(one, asked)));
  await refusePending(once, elsewhere, found);
}

/**
 * Stops at what an earlier run may have created, although this machine has no record of it: only the state says what was requested.
 * The name decides, because somebody may have changed the object since.
 */
async function refusePending<T>(once: Creation<T>, pending: readonly PendingRequest[], found?: T): Promise<void> {
  for (const { asked, isToday } of pending) {
    const named = await unaccounted(once, once.withSameName?.(asked) ?? once.same(asked));
    const others = named.filter((one) => found === undefined || once.idOf(one) !== once.idOf(found));
    if (others.length === 0 || (isToday && !(await isRepeated(once)))) continue;
    const [first] = await unknownToStacks(once, others);
    if (first === undefined) continue;
    throw new OperationError((isToday ? requestedText : pendingText)(once, stateIdOf(once, first)), "CP2105");
  }
}

/** Whether an earlier run, too, has requested what is declared now. One such request is the creation in progress. */
async function isRepeated<T>(once: Creation<T>): Promise<boolean> {
  const pending = unchecked(once, await requestsInState(once, { isEarlier: false }));
  return pending.filter(({ isToday }) => isToday).length > 1;
}

function requestsInState<T>({ context: { record, ownership } }: Creation<T>, options?: { isEarlier: boolean }) {
  return pendingRequests(ownership.backend, record.urn, record.asked ?? {}, options);
}

/**
 * Returns the requests whose outcome nobody has checked. Setting `allowDuplicate` after the request means that the user has checked the
 * platform; having set it before does not.
 */
function unchecked<T>(once: Creation<T>, pending: Readable<PendingRequest[]>): PendingRequest[] {
  if (isUnreadable(pending)) throw new OperationError(unknownPendingText(once, pending), "CP2124");
  return once.allowDuplicate ? pending.filter(({ asked }) => asked.allowDuplicate === true) : pending;
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

/** Returns the objects that no stack of the backend is known to have. */
export async function unknownToStacks<T>(once: Creation<T>, objects: readonly T[], since = 0): Promise<T[]> {
  if (objects.length === 0) return [];
  const { record, ownership } = once.context;
  const keys = objects.map((one) => keyOf(once, one));
  const owners = await ownership.whoseAll(keys, { urn: record.urn, reach: "backend", since });
  return objects.filter((_, index) => {
    const owner = owners[index];
    return owner === undefined || isUnreadable(owner) || owner.is === "nobody" || owner.is === "uncertain";
  });
}

/** A creation that was started and has not finished. */
interface PendingRequest {
  /** Its inputs. Today's values are assumed for secrets, which the state has encrypted or not at all. */
  asked: Properties;
  /** Whether it asks for what is declared now. It may be the creation in progress. */
  isToday: boolean;
}

/**
 * Returns the unfinished creations of a resource. Pulumi keeps them as pending operations; on another machine, which has no record,
 * nothing else says what was requested. The state of earlier runs is read once per process.
 */
export async function pendingRequests(
  backend: Backend,
  urn: string,
  inputs: object,
  { isEarlier } = { isEarlier: true },
): Promise<Readable<PendingRequest[]>> {
  const state = await backend.stateOf(urn, { isEarlier });
  if (isUnreadable(state)) return state;
  const today = plain(inputs);
  return state.pending_operations
    .filter(({ type, resource }) => mayCreate(type, resource.urn) && isSameResource(resource.urn, urn))
    .flatMap(({ resource }) =>
      requestsOf(resource.urn, resource.inputs ?? {}).filter(({ key }) => key === partKey(urn)),
    )
    .map(({ asked: own }) => {
      const asked = decrypted(splitHidden(own).own, today) as Properties;
      return { asked, isToday: isDeepStrictEqual(asked, today) };
    });
}

function decrypted(value: unknown, today: unknown): unknown {
  if (isStandIn(value)) return today;
  if (value === null || typeof value !== "object") return value;
  if (isMarked(value)) return today;
  const below = (key: string) => (today === null || typeof today !== "object" ? undefined : Reflect.get(today, key));
  if (Array.isArray(value)) return value.map((element, index) => decrypted(element, below(String(index))));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, decrypted(element, below(key))]));
}
