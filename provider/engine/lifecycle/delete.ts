import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import { noteDeletion } from "../ownership/deletions.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { objectOf } from "../ownership/ownership.ts";
import { known } from "../ownership/refusals.ts";
import { forgetRecord, recordOf } from "../records/create-record-file.ts";
import { operationText } from "./errors.ts";

export interface DeleteRequest {
  id: string;
  state: Properties;
  context: Context;
  /** Throws if the object must not be deleted. Not called for an object that another resource has taken over. */
  confirm?(): Promise<void>;
  /** Whether this is the first of two entries of the object in state that are deleted. */
  isFirst?(): boolean;
}

/** Deletes an object and the notes of its creation. An object that another resource has adopted stays. */
export async function deleteObject(
  handler: AnyHandler,
  { id, state, context, confirm, isFirst }: DeleteRequest,
): Promise<void> {
  const { urn, client, ownership, name } = context;
  const { noun } = handler;
  const record = await recordOf(urn, client);
  const notes = await notesOf(noun, record, client, "");
  const object = await objectOf(client, urn, id);
  // The states are read only if another creation or import of this machine has a note about the object, or if the object always
  // exists and needs no note.
  const isInState = handler.isAlwaysThere === true;
  const reach = (await notes.isOfOthers(id)) ? "backend" : isInState ? "stack" : "run";
  const subject = { what: operationText("Deleting", noun, name), noun, id };
  const owner = known(await ownership.whose(object, { urn, reach, isEarlier: !isInState }), subject);
  const isAnothers = owner.is === "other" && owner.isDoomed !== true;
  // What is always there has the same id after a replacement: it goes with the last of its entries.
  const isLeft = owner.is === "self" && owner.isTwice === true && isFirst?.() === true;
  if (isAnothers) context.warn(`${noun} ${id} was not deleted: ${owner.who} has it in state now.`);
  else if (isLeft) context.warn(keptText(noun, id));
  else {
    await confirm?.();
    await handler.delete(id, state, { ...context, record });
    await noteDeletion({ client, noun }, id);
  }
  await notes.remove();
  await forgetRecord(urn, client, id);
  if (!isAnothers && !isLeft) ownership.delete(object);
}

/** A replacement whose object is the one of before. */
export function keptText(noun: string, id: string): string {
  return `${noun} ${id} was neither replaced nor deleted: it is what the program wants, and stays in state.`;
}
