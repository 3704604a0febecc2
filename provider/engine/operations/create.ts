import { operation } from "../failure.ts";
import { type AnyHandler, type Context, type CreateContext, type Properties, RefusedError } from "../handler.ts";
import { IntentRecord } from "../intent.ts";
import { adopt } from "./adopt.ts";

export interface CreateRequest {
  inputs: Properties;
  context: Context;
  urn: string;
  adopt: unknown;
}

/** Creates, adopts, or carries on with what an interrupted creation has made; `found`: it was there already. */
export async function createResource(
  handler: AnyHandler,
  { inputs, context, urn, adopt: importId }: CreateRequest,
): Promise<{ id: string; state: object; found: boolean }> {
  const intent = await IntentRecord.open(urn, context.client.settings.baseUrl);
  if (importId !== undefined) {
    const found = await adopt(handler, importId, inputs, context);
    // Whatever an interrupted run may have made: people have looked, and say that this is the resource's object.
    if (intent.previous !== undefined || handler.keepsRecord === true) await intent.note({ id: found.id });
    return { ...found, found: true };
  }
  const resumed = await resume(handler, inputs, { ...context, intent }, intent.previous?.id);
  if (resumed !== undefined) return { ...resumed, found: true };
  const made = await handler.create(inputs, { ...context, intent });
  await intent.note({ id: made.id });
  return { ...made, found: false };
}

/** The object of a creation that was finished, but that is not in the engine's state: its process died, for one. */
async function resume(handler: AnyHandler, inputs: Properties, context: CreateContext, id: unknown) {
  if (typeof id !== "string") return undefined;
  const found = await handler.read(id, inputs, context);
  if (found === undefined) return undefined;
  const replaces: string[] = handler.replaces?.(found.inputs, inputs, found.state) ?? [];
  if (replaces.length > 0)
    throw new RefusedError(
      `${operation("Creating", handler.noun, context.name)} stopped: an earlier run has made ${handler.noun} ${id}, and the program now wants another ${replaces.join(", ")}. Adopt it with the option import and its present values, or delete it on the platform, then run again.`,
    );
  context.progress(`carrying on with ${handler.noun} ${id}, which an earlier run has made`);
  const state = await handler.update(id, { declared: found.inputs, state: found.state, inputs }, context);
  return { id, state };
}
