import { partKey, resourceUrn } from "../../pulumi/formats/composite.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { endedRunAt } from "../backend/ended-runs.ts";
import { holdersOf, ownId, pendingCreates } from "../backend/objects-in-state.ts";
import type { AnyHandler, Context, CreateRecord, ReadResult } from "../handler/handler.ts";
import { undeleted } from "../ownership/deletions.ts";
import { objectOf } from "../ownership/ownership.ts";
import { isFree, known, type Subject, unreadableError } from "../ownership/refusals.ts";
import { askedOf } from "../records/record-facts.ts";
import { operationText } from "./errors.ts";

/** An object as the platform shows it. */
export type Seen = ReadResult<Properties, object>;

type Recorded = Context & { record: CreateRecord };

/** Id of the object that an earlier run has created for a resource of this name. Undefined: no response is on record. */
export function idOnRecord({ previous }: CreateRecord): string | undefined {
  return typeof previous?.id === "string" ? previous.id : undefined;
}

interface EarlierObject {
  found: Seen;
  /** The inputs that it was created with. */
  asked: Readonly<Properties>;
  /** It is certain that no state has it. */
  isMissing: boolean;
}

/** Returns the object on record, with {@link idOnRecord}. Undefined: it is gone, or a resource or the program accounts for it. */
export async function earlierObject(
  handler: AnyHandler,
  id: string,
  inputs: Properties,
  context: Recorded,
): Promise<EarlierObject | undefined> {
  const { client, record } = context;
  const { noun } = handler;
  const what = operationText("Creating", noun, context.name);
  const asked = askedOf(record) ?? inputs;
  // Stale reads may still show an object that this machine has deleted: wait for them to catch up.
  const read = async (from: Context["client"]): Promise<Seen | undefined> => {
    const isRecorded = (one: Seen | undefined) => {
      const [recorded, live] = [record.previous?.objectId, one && handler.objectId?.(one.state)];
      return recorded === undefined || live === undefined || recorded === live;
    };
    const live = await from.settled((client) => handler.read(id, asked, { ...context, client }), isRecorded);
    return isRecorded(live) ? live : undefined;
  };
  const found = await undeleted({ client, noun }, read, () => id);
  if (found === undefined) return undefined;
  const isMissing = await isInNoState(context, { what, noun, id });
  if (!isMissing && (await isAccountedFor(inputs, asked, { context, what, noun, id }))) return undefined;
  return { found, asked, isMissing };
}

/**
 * Describes the object that an earlier run has created for a resource of this name, and that an import of another object leaves
 * on the platform.
 */
export async function leftText(
  handler: AnyHandler,
  importedId: string,
  inputs: Properties,
  context: Recorded,
): Promise<string | undefined> {
  const id = idOnRecord(context.record);
  if (id === undefined || id === importedId) return undefined;
  if ((await earlierObject(handler, id, inputs, context)) === undefined) return undefined;
  return `an earlier run has created ${handler.noun} ${id} for a resource of this name, and the option import names ${importedId}. ${id} is in no state and stays on the platform (${context.client.settings.baseUrl}). Import it with a resource of another name, or delete it there.`;
}

/**
 * Whether the object on record does not stop the creation: a resource or stack has it in state (after `pulumi stack rename`, or
 * because the engine replaces it), or the program has set `allowDuplicate` since. What is declared is then created as usual.
 */
async function isAccountedFor(
  inputs: Properties,
  asked: Readonly<Properties>,
  { context, ...subject }: Subject & { context: Recorded },
): Promise<boolean> {
  if (inputs.allowDuplicate === true && asked.allowDuplicate !== true) return true;
  const { client, record, ownership } = context;
  const object = await objectOf(client, record.urn, subject.id);
  const question = { urn: record.urn, reach: "backend", isEarlier: true } as const;
  const owner = known(await ownership.whose(object, question), subject);
  return owner.is === "other" || (owner.is === "self" && owner.isInState);
}

/**
 * Whether no state has the object: the engine was gone when the response came and no other resource of the stack has it, the
 * stack's state says that the creation was interrupted, or the run saves its state at its end and never got there. Otherwise the
 * object may be in state under another name, or in another stack that was renamed since. Throws if the state cannot be read.
 */
async function isInNoState({ record, client, ownership }: Recorded, subject: Subject): Promise<boolean> {
  const { urn, previous } = record;
  const isLost = previous?.isLost === true;
  const object = await objectOf(client, urn, subject.id);
  if (typeof previous?.unsavedSince === "number" && !isLost) {
    const since = previous.unsavedSince;
    const ended = await endedRunAt(ownership.backend, urn, since);
    if (isUnreadable(ended)) throw unreadableError(ended, subject);
    // A thousand resources may ask, so everything is read once.
    const question = { urn, reach: "backend", isEarlier: true, since } as const;
    return ended === undefined && isFree(known(await ownership.whose(object, question), subject));
  }
  const isPart = partKey(urn) !== undefined;
  // A state that was read earlier in this run may not have the creation in progress yet.
  const state = await ownership.backend.stateOf(urn, isPart ? { operation: resourceUrn(urn) } : {});
  if (isUnreadable(state)) throw unreadableError(state, subject);
  const holders = holdersOf(state, object);
  // A killed replacement of a threshold has set it again, and the resource's own entry is of before.
  if (isLost) return holders.every((one) => one.urn === urn);
  if (holders.length > 0) return false;
  // A resource in state has the ids of all objects that its finished runs have created.
  if (isPart && ownId(state, urn) !== undefined) return true;
  // One of the pending creates is the creation in progress.
  return pendingCreates(state, urn) > 1;
}
