import type { Properties } from "../../values/properties.ts";
import { inputDifferences } from "../compare/live-inputs.ts";
import { UnplannedError } from "../compare/lost-update.ts";
import type { AnyHandler, Context, CreateContext, ReadResult } from "../handler/handler.ts";
import type { Deployed } from "./request.ts";

type Found = ReadResult<Properties, Properties> | undefined;

/** Reads an object. Reads again, for as long as reads may be stale, if the result contradicts the last write that state knows of. */
export async function settledRead(handler: AnyHandler, deployed: Deployed, context: Context): Promise<Found> {
  const { id, declared, state } = deployed;
  // Only the warnings of the last read count: those of discarded reads mean nothing.
  let warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  const found = await context.client.settled<Found>(
    (client) => {
      warnings = [];
      return handler.read(id, declared, { ...context, client, warn }, state);
    },
    (seen) =>
      seen !== undefined &&
      // A finished creation does not become unfinished again.
      (handler.isUnfinished?.(state) === true || handler.isUnfinished?.(seen.state) !== true) &&
      inputDifferences(handler, declared, seen.inputs).length === 0,
  );
  for (const text of warnings) context.warn(text);
  return found;
}

interface Change extends Deployed {
  inputs: Properties;
}

/** Updates an object. Retries as long as an apparent change by somebody else may be a stale read from before our last write. */
export async function updateSettled(handler: AnyHandler, change: Change, context: CreateContext): Promise<object> {
  const { client } = context;
  const { id, declared, state, inputs } = change;
  const before = client.changes;
  const update = async () => {
    try {
      return { updated: (await handler.update(id, { declared, state, inputs }, context)) as object };
    } catch (error) {
      if (error instanceof UnplannedError && client.changes === before) return { refused: error };
      throw error;
    }
  };
  const done = await client.settled<{ updated?: object; refused?: UnplannedError }>(
    update,
    ({ updated }) => updated !== undefined,
  );
  if (done.updated === undefined) throw done.refused;
  return done.updated;
}
