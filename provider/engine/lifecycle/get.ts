import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler, Context, ReadResult } from "../handler/handler.ts";
import { undeleted } from "../ownership/deletions.ts";
import { readAsDeclared } from "./as-declared.ts";
import { operationText } from "./errors.ts";

/**
 * Reads an object that a program names by its id (`.get`) or that is imported. Throws if it does not exist. The inputs are those
 * of its declaration, from which `pulumi import` writes a program.
 */
export async function getObject(
  handler: AnyHandler,
  given: string,
  context: Context,
): Promise<ReadResult<Properties, Properties>> {
  const what = operationText("Reading", handler.noun, context.name);
  const id = idOf(handler, given, what);
  // Stale reads may still show an object that this machine has deleted: wait for them to catch up.
  const read = (client: Context["client"]) => readAsDeclared(handler, id, { ...context, client });
  const found = await undeleted({ client: context.client, noun: handler.noun }, read, () => id);
  if (found !== undefined) return { id: found.id, inputs: found.inputs, state: found.state };
  throw new OperationError(
    `${what} failed: there is no ${handler.noun} ${id} on ${context.client.settings.baseUrl}. Check the id, and that baseUrl and apiKey are those of its account.`,
    "CP2104",
  );
}

/** An import reads the object before it knows the owner, which may have deleted the object meanwhile. */
export function importGone({ noun }: AnyHandler, id: string, { name }: Context): OperationError {
  return new OperationError(
    `${operationText("Importing", noun, name)} stopped: ${noun} ${id} is gone from the platform since it was read for the import. Run pulumi refresh, and remove the option import.`,
    "CP2118",
  );
}

function idOf(handler: AnyHandler, given: string, what: string): string {
  try {
    return handler.importId?.(given) ?? given;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new OperationError(`${what} failed: ${error.detail}`, error.errorCode);
  }
}
