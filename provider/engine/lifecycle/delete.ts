import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import { noteDeletion } from "../ownership/deletions.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { objectOf } from "../ownership/ownership.ts";
import { known } from "../ownership/refusals.ts";
import { forgetRecord, recordOf } from "../records/record-of.ts";
import { operationText } from "./errors.ts";

export interface DeleteRequest {
  id: string;
  state: Properties;
  context: Context;
  /** Throws if the object must not be deleted. Not called for an object that another resource has taken over. */
  confirm?(): Promise<void>;
}

/** Deletes an object and the notes of its creation. An object that another resource has adopted stays. */
export async function deleteObject(handler: AnyHandler, { id, state, context, confirm }: DeleteRequest): Promise<void> {
  const { urn, client, ownership, name } = context;
  const { noun } = handler;
  const intent = await recordOf(urn, client);
  const notes = await notesOf(noun, intent, client, "");
  const object = await objectOf(client, urn, id);
  // The states are read only if another creation or import of this machine has a note about the object, or if the object always
  // exists and needs no note.
  const isInState = handler.isAlwaysThere === true;
  const reach = (await notes.isOfOthers(id)) ? "backend" : isInState ? "stack" : "run";
  const subject = { what: operationText("Deleting", noun, name), noun, id };
  const owner = known(await ownership.whose(object, { urn, reach, isEarlier: !isInState }), subject);
  const isAnothers = owner.is === "other" && owner.isDoomed !== true;
  if (isAnothers) context.warn(`${noun} ${id} was not deleted: ${owner.who} has it in state now.`);
  else {
    await confirm?.();
    await handler.delete(id, state, { ...context, intent });
    await noteDeletion({ client, noun }, id);
  }
  await notes.remove();
  await forgetRecord(urn, client, id);
  if (!isAnothers) ownership.delete(object);
}
