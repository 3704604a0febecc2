import { fieldNames, replacingInputs } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import { unplannedText } from "../compare/lost-update.ts";
import { OperationError, PartialFailureError } from "../handler/errors.ts";
import type { AnyHandler, Context, CreateContext, CreateRecord } from "../handler/handler.ts";
import { importAdvice } from "../ownership/create-once-messages.ts";
import { CreatedEarlier } from "../ownership/creation.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { objectOf } from "../ownership/ownership.ts";
import { elsewhereError, managingAdviceOf } from "../ownership/refusals.ts";
import { type CreateRecordFile, recordOf } from "../records/create-record-file.ts";
import { adopt } from "./adopt.ts";
import { earlierObject, idOnRecord, leftText, type Seen } from "./earlier-object.ts";
import { operationText } from "./errors.ts";

export interface CreateRequest {
  inputs: Properties;
  context: Context;
  adopt: unknown;
  /** Replaces the record in a rehearsed creation. */
  recordAs?: (record: CreateRecordFile) => CreateRecord & Pick<CreateRecordFile, "asks">;
}

/** Creates an object, adopts one, or resumes an interrupted creation. `found`: the object existed before. */
export async function createResource(
  handler: AnyHandler,
  { inputs, context, adopt: importId, recordAs = (record) => record }: CreateRequest,
): Promise<{ id: string; state: object; found: boolean }> {
  const { urn } = context;
  const record = recordAs(await recordOf(urn, context.client));
  if (handler.parts !== undefined) return { ...(await handler.create(inputs, { ...context, record })), found: false };
  if (importId !== undefined) {
    const found = await adopt(handler, importId, inputs, context);
    const left = await leftText(handler, found.id, inputs, { ...context, record });
    if (left !== undefined) context.warn(left);
    // The user has identified the object, whatever an interrupted run may have created.
    await record.forget();
    context.ownership.set(await objectOf(context.client, urn, found.id), urn);
    await (await notesOf(handler.noun, record, context.client, "")).write(found.id);
    return { ...found, found: true };
  }
  const resumed = await resume(handler, inputs, { ...context, record });
  if (resumed !== undefined) return { ...resumed, found: true };
  record.asks(inputs);
  try {
    const made = await handler.create(inputs, { ...context, record });
    const problem = await record.noteResponse({ id: made.id, objectId: handler.objectId?.(made.state) });
    if (problem !== undefined) context.warn(problem);
    return { ...made, found: false };
  } catch (error) {
    if (!(error instanceof CreatedEarlier)) throw error;
    return { ...(await resumeMade(handler, error, inputs, { ...context, record })), found: true };
  }
}

/** Resumes with the object that an interrupted run requested with other inputs. */
async function resumeMade(
  handler: AnyHandler,
  { id, asked }: CreatedEarlier,
  inputs: Properties,
  context: CreateContext,
): Promise<{ id: string; state: object }> {
  const found: Seen | undefined = await handler.read(id, asked, context);
  if (found !== undefined) return bring(handler, found, { asked, inputs }, context);
  const what = operationText("Creating", handler.noun, context.name);
  throw new OperationError(
    `${what} stopped: ${handler.noun} ${id}, which an earlier run has created, is gone from the platform. Run pulumi up again to create it.`,
    "CP2115",
  );
}

/** Resumes with the object of a finished creation that is not in the engine's state. Undefined: there is no such object. */
async function resume(handler: AnyHandler, inputs: Properties, context: CreateContext) {
  const { record } = context;
  const id = idOnRecord(record);
  if (id === undefined) return undefined;
  const what = operationText("Creating", handler.noun, context.name);
  const earlier = await earlierObject(handler, id, inputs, context);
  if (earlier === undefined) {
    await record.forget();
    return undefined;
  }
  if (!earlier.isMissing) throw await uncertainError(handler, { what, id, inputs }, context);
  const recorded = { what, noun: handler.noun, id, inputs, alternativeText: alternativeText(handler) };
  // If the run saved its state at its end, `isInNoState` has queried the other stacks already.
  if (record.previous?.unsavedSince === undefined || record.previous.isLost === true) {
    const refusal = await elsewhereError(recorded, context);
    if (refusal !== undefined && inputs.allowDuplicate !== true) throw refusal;
    // The object is left to the other stack, and the program wants its own.
    if (refusal !== undefined) return record.forget();
  }
  return bring(handler, earlier.found, { asked: earlier.asked, inputs }, context);
}

/** Updates the object of an interrupted creation to what the program declares now. */
async function bring(
  handler: AnyHandler,
  found: Seen,
  { asked, inputs }: { asked: Readonly<Properties>; inputs: Properties },
  context: CreateContext,
): Promise<{ id: string; state: object }> {
  const { client, record } = context;
  const { id } = found;
  const what = operationText("Creating", handler.noun, context.name);
  const replaces = replacingInputs(handler.schema, { declared: found.inputs, inputs, state: found.state });
  if (replaces.length > 0)
    throw new OperationError(
      `${what} stopped: an earlier run has created ${handler.noun} ${id}, and the program now declares another ${replaces.join(", ")}. Import it with the option import and its current values, or delete it on the platform (${client.settings.baseUrl}), then run again.`,
      "CP2116",
    );
  const change = { declared: asked, inputs, liveAs: () => found.inputs };
  const unlike = unplannedText(handler.schema, change);
  if (unlike !== undefined)
    throw new OperationError(`${what} stopped: ${changedText(handler, id, record.urn, unlike)}`, "CP2116");
  context.progress(`continuing with ${handler.noun} ${id}, which an earlier run has created`);
  // Until this run is done, no state has the object, whatever happens to the update.
  await record.noteResponse({ id, isLost: true });
  try {
    const state = await handler.update(id, { declared: found.inputs, state: found.state, inputs }, context);
    await record.noteResponse({ id, objectId: handler.objectId?.(state), isLost: undefined });
    return { id, state };
  } catch (error) {
    if (error instanceof PartialFailureError) await record.noteResponse({ id, isLost: undefined });
    throw error;
  }
}

/** The preview shows only a creation, so nobody has seen what changed since. */
function changedText({ noun }: AnyHandler, id: string, urn: string, unlike: string): string {
  return `an earlier run has created ${noun} ${id}, which was changed on the platform since: ${unlike}. Nothing was sent. Declare it as it is and ${importAdvice(urn, id)}; the next preview then shows every further change.`;
}

async function uncertainError(
  handler: AnyHandler,
  { what, id, inputs }: { what: string; id: string; inputs: Properties },
  context: CreateContext,
): Promise<OperationError> {
  const { client, record } = context;
  const advice = await managingAdviceOf(await objectOf(client, record.urn, id), context);
  const another =
    inputs.allowDuplicate === true
      ? `another one beside it, remove the record ${record.place}`
      : alternativeText(handler);
  return new OperationError(
    `${what} stopped: an earlier run has created ${handler.noun} ${id} for a resource of this name. It is on the platform, but not in this stack's state: it may belong to a resource or stack that was renamed since, or to a run that was killed. Nothing was sent. To manage it here, ${advice}; to have ${another}.`,
    "CP2116",
  );
}

/** What to do to have another object, after "to have". */
function alternativeText({ providerInputs }: AnyHandler): string {
  const hasDuplicates = fieldNames(providerInputs).includes("allowDuplicate");
  return hasDuplicates ? "another one beside it, set allowDuplicate: true" : "your own, choose another name";
}
