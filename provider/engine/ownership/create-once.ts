import { isDeepStrictEqual } from "node:util";

import { CancelledError, RequestError } from "../../client/index.ts";
import { clock } from "../../values/index.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { pendingInputs } from "../backend/objects-in-state.ts";
import { OperationError } from "../handler/errors.ts";
import type { CreateContext } from "../handler/handler.ts";
import type { ObjectKey } from "../handler/ownership.ts";

import {
  changedText,
  duplicateText,
  interruptedText,
  notFoundText,
  oldRecordText,
  pendingText,
  requestedText,
  severalText,
  strictText,
  unknownOutcomeText,
  unknownPendingText,
} from "./create-once-messages.ts";
import { askedOf } from "./create-record.ts";
import { withoutDeleted } from "./deletions.ts";
import { type CreationNotes, notesOf } from "./machine-notes.ts";
import { objectOf } from "./ownership.ts";
import { pendingRequests } from "./pending-creates.ts";
import { known } from "./refusals.ts";

/** How an object that has no idempotency key is created once, whatever happens on the way. */
export interface CreateOnce<T> {
  context: CreateContext;
  /** Names the operation in messages: `Creating CDN rule template "images"`. */
  what: string;
  /** Kind of the object: `CDN rule template`. */
  noun: string;
  /** Two creations of the same key would make objects that are alike: they run one after the other. */
  key: string;
  /** Excludes objects that existed before the request; read before it is sent: `{ after: 41 }`. */
  checkpoint(): Promise<Properties>;
  /** Sends the request. */
  post(): Promise<T>;
  /**
   * Objects that an earlier request with this mark may have created. `asked`: the inputs of that request, where they are on
   * record; otherwise it asked for what is declared now.
   */
  find(mark: Readonly<Properties>, asked?: Readonly<Properties>): Promise<T[]>;
  /**
   * What is declared. An object that an earlier run has requested with other inputs is reported as {@link CreatedEarlier}.
   * Absent: the caller compares.
   */
  inputs?: object;
  /**
   * Objects of the name that such a request had, created since, whatever else they are: somebody may have changed what it
   * has created.
   */
  withSameName?(mark: Readonly<Properties>, asked?: Readonly<Properties>): Promise<T[]>;
  /** Objects that are the same as what is declared, or as what other inputs ask for. */
  same(asked?: Readonly<Properties>): Promise<T[]>;
  /** Identifies it among others of its kind, and distinguishes it from a later one of the same name. */
  idOf(made: T): string;
  /** Id under which a resource has it in state, where that is another. */
  stateIdOf?(made: T): string;
  /** What an object that is the same shares with the declaration: `the same name, rule and options`. */
  sameText: string;
  /** The program wants another one beside one that is the same. */
  allowDuplicate: boolean;
  /** What else people can do about it. Default: choose another name, or `allowDuplicate`. */
  alternativeText?: string;
  /** The platform makes only one object of this key, so that sending again does no harm. */
  isUnique?: boolean;
  /** For what costs money: the request is never sent again in the same run, and the error says what to search for. */
  costly?: Costly;
}

export interface Costly {
  /** What users should search for on the platform: `reservation named "metal" in region 76`. */
  lookFor: string;
}

/** The platform refuses a request, because it has such an object already; its owner is not known yet. */
export class ConflictError extends Error {
  /** The error when the object belongs to another resource. */
  readonly refusal: OperationError;

  constructor(refusal: OperationError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** An interrupted run has requested the object, with inputs that the program has changed since: it needs an update. */
export class CreatedEarlier<T = unknown> extends Error {
  readonly made: T;
  /** Id under which the resource has it in state. */
  readonly id: string;
  /** Inputs of the request. */
  readonly asked: Readonly<Properties>;

  constructor(made: T, id: string, asked: Readonly<Properties>) {
    super(`${id} was requested by an earlier run with other inputs.`);
    this.made = made;
    this.id = id;
    this.asked = asked;
  }
}

/** An object, and the request that may have created it. */
interface Found<T> {
  made: T;
  /** Inputs of the request, where they are on record. */
  asked?: Readonly<Properties> | undefined;
}

/** A request whose outcome is unknown. */
interface OpenRequest {
  mark: Properties;
  /** Its inputs, where they are on record. */
  asked?: Readonly<Properties> | undefined;
  /** Milliseconds since 1970 at which it was sent. */
  at: number;
}

/** Pauses between the first searches for what a request may have created; the last one repeats. */
const searchPausesMs = [0, 500, 1_500, 3_000, 5_000];

/** Time for a search where sending again does no harm. */
const uniqueSearchMs = 2_500;

/** What Ctrl-C interrupts: the request stays on record, and the next run goes on. */
const searching = "The search for what its request may have created";

/** Maximum number of requests; another one is sent only when no object of the one before was found in time. */
const maxRequests = 3;

const underWay = new Map<string, Promise<unknown>>();

/**
 * Makes an object once. The platform is asked first: one that is the same, and that no interrupted creation of this
 * resource accounts for, stops the creation. After an ambiguous failure the object is searched for, as long as the setting
 * `ambiguityTimeoutSeconds` says, before anything is sent again.
 */
export async function createOnce<T>(once: CreateOnce<T>): Promise<T> {
  const { intent, client, ownership } = once.context;
  const { origin, kind } = await objectOf(client, intent.urn, "");
  return oneAfterAnother(`${origin.platform} ${once.key}`, async () => {
    const notes = notesOf(once.noun, intent, client.settings.baseUrl, once.key);
    const { made, asked } = await makeOrFind({ ...once, origin, kind }, notes);
    await notes.write(once.idOf(made));
    const object = keyOf({ ...once, origin, kind }, made);
    ownership.set(object, intent.urn);
    if (once.allowDuplicate) ownership.setFurther(object);
    if (asked !== undefined && once.inputs !== undefined && !isDeepStrictEqual(asked, plain(once.inputs)))
      throw new CreatedEarlier(made, stateIdOf(once, made), asked);
    return made;
  });
}

/** With where the object is made, which is asked for before anything is sent. */
interface Creation<T> extends CreateOnce<T>, Omit<ObjectKey, "id"> {}

function keyOf<T>(once: Creation<T>, made: T): ObjectKey {
  const { origin, kind } = once;
  return { origin, kind, id: stateIdOf(once, made) };
}

function stateIdOf<T>(once: CreateOnce<T>, made: T): string {
  return once.stateIdOf?.(made) ?? once.idOf(made);
}

function stateIdsOf<T>(once: CreateOnce<T>, made: readonly T[]): string[] {
  return made.map((one) => stateIdOf(once, one));
}

async function makeOrFind<T>(once: Creation<T>, notes: CreationNotes): Promise<Found<T>> {
  const { intent, progress } = once.context;
  const open = openRequests(intent);
  if (open.length > 0) {
    if (intent.isOld) throw new OperationError(oldRecordText(once), "CP2108");
    progress("looking for what an interrupted run may have created");
    const found = await search(once, notes, open, "An earlier run was interrupted.");
    if (found !== undefined) return found;
    for (const request of open) await refuseChanged(once, notes, request, "an earlier run was interrupted");
    // One who allows duplicates since then has looked; one who always did has not been asked.
    const isAllowedSince = once.allowDuplicate && open.every(({ asked }) => asked?.allowDuplicate !== true);
    if (once.costly !== undefined && !isAllowedSince)
      throw new OperationError(unknownOutcomeText(once, once.costly), "CP2107");
  }
  await refuseSame(once);
  const request = { mark: await once.checkpoint(), at: clock.now() };
  // A request that costs money stays on record until its outcome is known, also when another one follows.
  const earlier = once.costly === undefined ? [] : open;
  const { client } = once.context;
  client.refuseEnded("The creation");
  await intent.note({ ...request, earlier, id: undefined, isLost: undefined });
  await notes.write();
  for (let round = 1; ; round++) {
    const before = client.changes;
    try {
      return { made: await once.post() };
    } catch (error) {
      if (error instanceof ConflictError) return madeBefore(once, notes, [request, ...open], error);
      const isOpen = client.changes > before;
      if (isOpen && error instanceof CancelledError) throw interrupted(once, error);
      // Refused, or not sent at all. An earlier request of this run stays on record where the run was interrupted.
      if (!isOpen && (round === 1 || error instanceof RequestError)) await reset(once, notes, earlier);
      if (!isOpen || !(error instanceof RequestError)) throw error;
      progress("no clear response; looking whether it was created");
      const found = await search(once, notes, [request], error.detail, clock.now());
      if (found !== undefined) return found;
      if (once.costly !== undefined) throw new OperationError(notFoundText(once, once.costly, error.detail), "CP2107");
      if (round >= maxRequests) throw error;
      await refuseChanged(once, notes, request, "the response to its request was lost");
    }
  }
}

function interrupted<T>(once: Creation<T>, { detail }: CancelledError): OperationError {
  return new OperationError(interruptedText(once, detail), "CP1203");
}

/** An earlier request whose response was lost may have created what the platform has. */
async function madeBefore<T>(
  once: Creation<T>,
  notes: CreationNotes,
  requests: OpenRequest[],
  { refusal }: ConflictError,
): Promise<Found<T>> {
  const found = await search(once, notes, requests, "The name is taken.", 0);
  if (found !== undefined) return found;
  throw refusal;
}

/** This request has created nothing: the next run has nothing to search for on its account. */
async function reset<T>({ context: { intent } }: CreateOnce<T>, notes: CreationNotes, earlier: OpenRequest[]) {
  await notes.remove();
  const [first, ...others] = earlier;
  if (first === undefined) await intent.forget();
  else await intent.note({ ...first, earlier: others });
}

/** Requests of earlier runs whose outcome is unknown. */
function openRequests(intent: CreateContext["intent"]): OpenRequest[] {
  const { mark, at, earlier, id } = intent.previous ?? {};
  if (mark === undefined || typeof id === "string") return [];
  const last = { mark, asked: askedOf(intent), at: typeof at === "number" ? at : 0 } as OpenRequest;
  return [last, ...(Array.isArray(earlier) ? (earlier as OpenRequest[]) : [])];
}

/** What the platform has already, and what accounts for it. */
async function refuseSame<T>(once: Creation<T>): Promise<void> {
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
    const named = isExact ? undefined : once.withSameName?.(sinceEver, asked);
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

/** The mark of a request before which there was nothing. */
const sinceEver: Properties = { after: 0, known: [] };

/** The objects that no resource is known to have. */
async function unaccounted<T>(once: Creation<T>, objects: Promise<T[]>): Promise<T[]> {
  const { ownership } = once.context;
  const { urn } = once.context.intent;
  const found = await objects;
  const seen = await ownership.whoseAll(
    found.map((one) => keyOf(once, one)),
    { urn, reach: "run" },
  );
  // Of what costs money a second one is bought only when the program says so, by either of the two.
  const open = found.filter((one, index) => {
    const owner = known(seen[index] ?? { is: "nobody" }, subjectOf(once, one));
    if (owner.is !== "other") return owner.is !== "self";
    return once.costly !== undefined && !ownership.isFurther(keyOf(once, one));
  });
  if (open.length === 0 || once.costly !== undefined) return open;
  const owners = await ownership.whoseAll(
    open.map((one) => keyOf(once, one)),
    { urn, reach: "stack" },
  );
  return open.filter((one, index) => known(owners[index] ?? { is: "nobody" }, subjectOf(once, one)).is === "nobody");
}

function subjectOf<T>(once: Creation<T>, made: T) {
  const { what, noun } = once;
  return { what, noun, id: stateIdOf(once, made) };
}

/** What an interrupted request has created may have been changed since: then it is not found by its content. */
async function refuseChanged<T>(
  once: Creation<T>,
  notes: CreationNotes,
  { mark, asked, at }: OpenRequest,
  why: string,
): Promise<void> {
  if (once.allowDuplicate || once.withSameName === undefined) return;
  const open = await unaccounted(once, once.withSameName(mark, asked));
  if (open.length === 0) return;
  const others = await notes.others(at, latestMs(once));
  const first = open.find((one) => !others.ids.has(once.idOf(one)));
  if (first !== undefined) throw new OperationError(changedText(once, stateIdOf(once, first), why), "CP2113");
}

/** The one object that can be ours. Several: refuses to guess. */
async function search<T>(
  once: Creation<T>,
  notes: CreationNotes,
  requests: OpenRequest[],
  why: string,
  /** When the last request was given up, in milliseconds since 1970. */
  since = Math.max(...requests.map(({ at }) => at)),
): Promise<Found<T> | undefined> {
  try {
    return await searched(once, notes, requests, why, since);
  } catch (error) {
    throw error instanceof CancelledError ? interrupted(once, error) : error;
  }
}

async function searched<T>(
  once: Creation<T>,
  notes: CreationNotes,
  requests: OpenRequest[],
  why: string,
  since: number,
): Promise<Found<T> | undefined> {
  const { client } = once.context;
  const end = since + latestMs(once);
  for (let index = 0; ; index++) {
    const pauseMs = searchPausesMs[Math.min(index, searchPausesMs.length - 1)] ?? 0;
    await client.sleep(Math.min(pauseMs, Math.max(end - clock.now(), 0)), searching);
    const isLast = clock.now() >= end;
    const { found, competitor } = await candidates(once, notes, requests, why);
    const [first] = found;
    const ids = stateIdsOf(
      once,
      found.map(({ made }) => made),
    );
    if (found.length > 1) throw new OperationError(severalText(once, ids, why), "CP2106");
    if (first !== undefined && client.settings.stopOnLostResponse)
      throw new OperationError(strictText(once, stateIdOf(once, first.made), why), "CP2122");
    if (first !== undefined && competitor === undefined) return first;
    if (isLast && first !== undefined) throw new OperationError(severalText(once, ids, why, competitor), "CP2106");
    if (isLast) return undefined;
  }
}

/** How long after a request its object may appear. */
function latestMs<T>({ isUnique, context }: CreateOnce<T>): number {
  return isUnique ? uniqueSearchMs : context.client.settings.ambiguityTimeoutSeconds * 1000;
}

/** What these requests may have created, without what is known to be another resource's. */
async function candidates<T>(
  once: Creation<T>,
  notes: CreationNotes,
  requests: OpenRequest[],
  why: string,
): Promise<{ found: Found<T>[]; competitor?: string }> {
  const { ownership, intent } = once.context;
  const { urn } = intent;
  const found = new Map<string, Found<T>>();
  try {
    // The last request comes first: what may be of two of them is as the program wants it now.
    for (const { mark, asked } of [...requests].reverse())
      for (const made of await once.find(mark, asked)) found.set(once.idOf(made), { made, asked });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new OperationError(
      `${once.what} stopped: ${why} Looking for what it may have created failed as well: ${error.detail} Run pulumi up again: it looks first.`,
      "CP2112",
    );
  }
  const isAnothers = async ({ made }: Found<T>, reach: "run" | "stack") => {
    const owner = known(await ownership.whose(keyOf(once, made), { urn, reach }), subjectOf(once, made));
    // What the resource itself has in state was made by an earlier creation.
    return owner.is === "other" || (owner.is === "self" && owner.isInState);
  };
  for (const [id, one] of found) if (await isAnothers(one, "run")) found.delete(id);
  if (found.size === 0) return { found: [] };
  // An object that appeared after our first request was noted by its creator after that, too.
  const since = Math.min(...requests.map(({ at }) => at));
  const others = await notes.others(since, latestMs(once));
  for (const [id, one] of found) if (others.ids.has(id) || (await isAnothers(one, "stack"))) found.delete(id);
  const competitor = others.isOpen
    ? "another creation of the same content is under way on this machine, or ended without a clear response"
    : undefined;
  return found.size === 1 && competitor === undefined
    ? withoutOthers(once, found, since)
    : { found: [...found.values()], ...(competitor !== undefined && { competitor }) };
}

/** The object, unless another stack of the backend has it, and who else may have it. */
async function withoutOthers<T>(
  once: Creation<T>,
  found: ReadonlyMap<string, Found<T>>,
  since: number,
): Promise<{ found: Found<T>[]; competitor?: string }> {
  const { intent, ownership } = once.context;
  const [one] = found.values();
  if (one === undefined) return { found: [] };
  const asked = one.asked ?? intent.asked ?? {};
  const question = { urn: intent.urn, reach: "backend", asked, since } as const;
  const owner = known(await ownership.whose(keyOf(once, one.made), question), subjectOf(once, one.made));
  if (owner.is === "other") return { found: [] };
  if (owner.is === "uncertain") return { found: [one], competitor: `stack ${owner.stack} may have created it as well` };
  return { found: [one] };
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
