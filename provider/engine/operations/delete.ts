import { notesOf } from "../creation-notes.ts";
import type { AnyHandler, Context, Properties } from "../handler.ts";
import { otherHolder } from "../holders.ts";
import { forgetIntent, IntentRecord } from "../intent.ts";
import type { Owners } from "../owners.ts";
import { platformKey } from "../platform-key.ts";

export interface DeleteRequest {
  id: string;
  state: Properties;
  context: Context;
  urn: string;
  owners: Owners;
  /** Throws where the object must not be deleted; one that another resource has by now may have been changed by it. */
  confirm?(): Promise<void>;
}

/** Deletes an object, and what is noted of its creation. One that another resource has adopted stays. */
export async function deleteObject(
  handler: AnyHandler,
  { id, state, context, urn, owners, confirm }: DeleteRequest,
): Promise<void> {
  const { baseUrl } = context.client.settings;
  const object = { platform: platformKey(baseUrl), noun: handler.noun, id };
  const intent = await IntentRecord.open(urn, baseUrl);
  const notes = notesOf(handler.noun, intent, baseUrl, "");
  const isElsewhere = async () => ((await notes.isOfOthers(id)) ? otherHolder({ urn, id, baseUrl }) : undefined);
  const known = owners.of(object);
  const owner = known === undefined || known === urn ? await isElsewhere() : known;
  if (owner === undefined) {
    await confirm?.();
    await handler.delete(id, state, { ...context, intent, owners });
  } else context.warn(`${handler.noun} ${id} was not deleted: ${owner} has it in state now.`);
  await notes.remove();
  await forgetIntent(urn, baseUrl, id);
  if (owner === undefined) owners.delete(object);
}
