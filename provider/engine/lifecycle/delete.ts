import { platformKey } from "../../client/platform-id.ts";
import type { Properties } from "../../values/properties.ts";
import { otherHolder } from "../backend/state-owner.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import type { Owners } from "../handler/object-owners.ts";
import { forgetIntent, IntentRecord } from "../ownership/create-record.ts";
import { noteDeletion } from "../ownership/deletions.ts";
import { notesOf } from "../ownership/machine-notes.ts";

export interface DeleteRequest {
  id: string;
  state: Properties;
  context: Context;
  owners: Owners;
  /** Throws where the object must not be deleted; one that another resource has by now may have been changed by it. */
  confirm?(): Promise<void>;
}

/** Deletes an object, and what is noted of its creation. One that another resource has adopted stays. */
export async function deleteObject(
  handler: AnyHandler,
  { id, state, context, owners, confirm }: DeleteRequest,
): Promise<void> {
  const { urn, client } = context;
  const { baseUrl } = client.settings;
  const object = { platform: platformKey(baseUrl), noun: handler.noun, id };
  const intent = await IntentRecord.open(urn, baseUrl);
  const notes = notesOf(handler.noun, intent, baseUrl, "");
  const isElsewhere = async () => ((await notes.isOfOthers(id)) ? otherHolder({ urn, id, baseUrl }) : undefined);
  const known = owners.of(object);
  const owner = known === undefined || known === urn ? await isElsewhere() : known;
  if (owner === undefined) {
    await confirm?.();
    await handler.delete(id, state, { ...context, intent, owners });
    await noteDeletion({ client, noun: handler.noun }, id);
  } else context.warn(`${handler.noun} ${id} was not deleted: ${owner} has it in state now.`);
  await notes.remove();
  await forgetIntent(urn, baseUrl, id);
  if (owner === undefined) owners.delete(object);
}
