import { isDeepStrictEqual } from "node:util";
import { accountText } from "../../client/evidence/origin.ts";
import { CancelledError, RequestError } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { plain } from "../../values/plain.ts";
import { OperationError } from "../handler/errors.ts";
import { heldText, interruptedText, notFoundText, oldRecordText, unknownOutcomeText } from "./create-once-messages.ts";
import {
  ConflictError,
  CreatedEarlier,
  type CreateOnce,
  type Creation,
  creationAt,
  type Found,
  keyOf,
  laggingMs,
  type OpenRequest,
  stateIdOf,
} from "./creation.ts";
import { heldInStack, refuseBeside, refuseSame } from "./creation-refusals.ts";
import { search } from "./creation-search.ts";
import { type CreationNotes, notesOf } from "./machine-notes.ts";
import { openRequests } from "./open-requests.ts";
import { objectOf } from "./ownership.ts";
import { refuseUnexplained } from "./unexplained.ts";

/** Maximum number of requests. Another request is sent only when no object of the previous one was found in time. */
const maxRequests = 3;

/** Removes what an earlier response has reported. */
const noResponse = { id: undefined, objectId: undefined, isLost: undefined, isSearched: undefined };

const underWay = new Map<string, Promise<unknown>>();

/**
 * Creates an object once. Queries the platform first, and stops at an identical object that no interrupted creation of this
 * resource accounts for, unless `allowDuplicate` is set. After an ambiguous failure, searches for the object before it sends
 * anything again: for `ambiguityTimeoutSeconds`, or for a short time where the platform allows only one such object.
 */
export async function createOnce<T>(once: CreateOnce<T>): Promise<T> {
  const { record, client, ownership } = once.context;
  const creation = creationAt(once, await objectOf(client, record.urn, ""));
  return oneAfterAnother(`${accountText(creation.origin)} ${once.key}`, async () => {
    const notes = await notesOf(once.noun, record, client, once.key);
    const { made, asked } = await makeOrFind(creation, notes);
    await notes.write(once.idOf(made));
    const object = keyOf(creation, made);
    ownership.set(object, record.urn);
    if (once.allowDuplicate) ownership.setFurther(object);
    if (asked !== undefined && once.inputs !== undefined && !isDeepStrictEqual(asked, plain(once.inputs)))
      throw new CreatedEarlier(made, stateIdOf(once, made), asked);
    return made;
  });
}

async function makeOrFind<T>(once: Creation<T>, notes: CreationNotes): Promise<Found<T>> {
  const { record, client } = once.context;
  const open = openRequests(record.previous);
  const before = client.attempts;
  try {
    const found = open.length === 0 ? undefined : await findEarlier(once, notes, open);
    if (found !== undefined) {
      await refuseBeside(once, found.made, open);
      return found;
    }
    await refuseSame(once);
    const request = { mark: await once.checkpoint(), at: clock.now() };
    // A request that costs money stays on record until its outcome is known, even when another request follows.
    const earlier = once.costly === undefined ? [] : open;
    client.refuseEnded("The creation");
    await record.note({ ...request, earlier, ...noResponse });
    await notes.write();
    return await requestUntilClear(once, notes, { request, open, earlier });
  } catch (error) {
    // A gateway that says to have refused a request may have passed it on.
    const mayBeCreated = open.length > 0 || client.attempts > before;
    if (!(error instanceof CancelledError && mayBeCreated)) throw error;
    throw new OperationError(interruptedText(once, error.detail), "CP1203");
  }
}

/** Searches for what interrupted runs may have created. Returns undefined if a new request is safe. */
async function findEarlier<T>(
  once: Creation<T>,
  notes: CreationNotes,
  open: OpenRequest[],
): Promise<Found<T> | undefined> {
  const { record, progress } = once.context;
  if (record.isOld) throw new OperationError(oldRecordText(once), "CP2108");
  progress("looking for what an interrupted run may have created");
  // Setting `allowDuplicate` after that request means that the user has checked the platform; having set it before does not.
  const isAllowedSince = once.allowDuplicate && open.every(({ asked }) => asked?.allowDuplicate !== true);
  const isOver = isAllowedSince && open.every(({ isSearched }) => isSearched === true);
  const found = isOver ? undefined : await search(once, notes, open, "An earlier run was interrupted.");
  if (found !== undefined) return found;
  for (const request of open) await refuseUnexplained(once, notes, request, "an earlier run was interrupted");
  if (once.costly !== undefined && !isAllowedSince)
    throw new OperationError(unknownOutcomeText(once, once.costly), "CP2107");
  return undefined;
}

/** The request of this run, and those of interrupted runs: all of them, and those that stay on record. */
interface Requests {
  request: OpenRequest;
  open: OpenRequest[];
  earlier: OpenRequest[];
}

/** Sends the request. After a response that leaves its outcome open, searches for the object before it sends another one. */
async function requestUntilClear<T>(
  once: Creation<T>,
  notes: CreationNotes,
  { request, open, earlier }: Requests,
): Promise<Found<T>> {
  const { record, progress, client } = once.context;
  for (let round = 1; ; round++) {
    const before = { changes: client.changes, attempts: client.attempts };
    try {
      return { made: await once.post() };
    } catch (error) {
      if (error instanceof ConflictError) {
        const isOurs = error.isMade || round > 1 || open.length > 0;
        return madeBefore(once, notes, { request, open, isFirst: round === 1 && !error.isMade }, error.refusal, isOurs);
      }
      const isOpen =
        client.changes > before.changes || (error instanceof CancelledError && client.attempts > before.attempts);
      // The request was refused or not sent. Where the run was interrupted, its earlier requests stay on record.
      if (!isOpen && (round === 1 || error instanceof RequestError)) await reset(once, notes, earlier);
      if (!isOpen || !(error instanceof RequestError)) throw error;
      progress("no clear response; looking whether it was created");
      const found = await search(once, notes, [request], error.detail, clock.now());
      if (found !== undefined) return found;
      if (once.costly !== undefined) throw new OperationError(notFoundText(once, once.costly, error.detail), "CP2107");
      if (round >= maxRequests) {
        // An object with a unique name is ours whenever it appears, since its name was free.
        if (once.isUnique !== true) await record.noteResponse({ isSearched: true });
        throw error;
      }
      await refuseUnexplained(once, notes, request, "the response to its request was lost");
    }
  }
}

/** A request that the platform has refused, because it has the object. */
interface Refused {
  request: OpenRequest;
  /** Requests of interrupted runs. */
  open: OpenRequest[];
  /** No other request of this run may have created the object. */
  isFirst: boolean;
}

/**
 * Searches for the object that the platform reports as existing. If a request without a clear response may have created it
 * (`isOurs`), only stale reads can hide it, so the search takes as long as reads may lag.
 */
async function madeBefore<T>(
  once: Creation<T>,
  notes: CreationNotes,
  { request, open, isFirst }: Refused,
  refusal: OperationError,
  isOurs: boolean,
): Promise<Found<T>> {
  const why = "The platform has it already.";
  const requests = [request, ...open];
  const found = isOurs
    ? await search(once, notes, requests, why, clock.now(), laggingMs(once))
    : await search(once, notes, requests, why, 0);
  if (found !== undefined) return found;
  if (isOurs) {
    // Only requests before this one may have created it: those stay on record, with their times.
    if (isFirst) await reset(once, notes, open);
    for (const request of requests) await refuseUnexplained(once, notes, request, "its request has no clear response");
    throw refusal;
  }
  const held = await heldInStack(once);
  if (held === undefined) throw refusal;
  await reset(once, notes, []);
  throw new OperationError(heldText(once, refusal.detail, held), refusal.errorCode);
}

/** Removes this request, which has created nothing, from the record: the next run does not search for its object. */
async function reset<T>({ context: { record } }: CreateOnce<T>, notes: CreationNotes, earlier: OpenRequest[]) {
  await notes.remove();
  const [first, ...others] = earlier;
  if (first === undefined) await record.forget();
  // A note of the next request would have what is declared now.
  else await record.noteResponse({ ...first, earlier: others });
}

async function oneAfterAnother<T>(key: string, action: () => Promise<T>): Promise<T> {
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(action, action);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
