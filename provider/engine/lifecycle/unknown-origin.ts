import { originOf } from "../../client/evidence/origin.ts";
import { movedFromVariable } from "../../client/platform-id.ts";
import { mayBeObject } from "../../pulumi/formats/identity.ts";
import type { Properties } from "../../values/properties.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import { operationText } from "./errors.ts";
import type { Deployed } from "./request.ts";
import { settledRead } from "./settled-reads.ts";
import { originText } from "./state-origin.ts";

/** Value of the variable that says that the settings are those of all objects whose states do not name their account. */
const unknown = "unknown";

/** Whether nothing says on which platform and in which account an object in state is: an earlier release wrote the state. */
function hasUnknownOrigin({ origin }: Deployed): boolean {
  return origin === undefined && process.env[movedFromVariable] !== unknown;
}

/** Reads an object before a change or deletion if its state does not name its account: it must be the object in state. */
export async function confirmUnknownOrigin(
  handler: AnyHandler,
  verb: string,
  deployed: Deployed,
  context: Context,
): Promise<void> {
  if (!hasUnknownOrigin(deployed) || handler.isUnfinished?.(deployed.state) === true) return;
  const found = await settledRead(handler, deployed, context);
  // An update itself reports that the object is gone.
  if (found !== undefined || verb === "Deleting") await refuseUnknownOrigin(handler, verb, deployed, context, found);
}

/**
 * Refuses to take another account's object of the same id for the one in state, and to conclude that a missing object is gone, if
 * the state does not name its account. Then only the object itself can show that it is the one in state.
 */
export async function refuseUnknownOrigin(
  { noun, identity }: AnyHandler,
  verb: string,
  deployed: Deployed,
  { client, name }: Context,
  found: { inputs: Properties } | undefined,
): Promise<void> {
  const { id, declared } = deployed;
  if (!hasUnknownOrigin(deployed)) return;
  if (found !== undefined && mayBeObject(identity, declared, found.inputs)) return;
  const place = originText(await originOf(client));
  const seen =
    found === undefined
      ? `${place} has no ${noun} ${id}`
      : `${noun} ${id} on ${place} has another ${identity.each ?? identity.inputs.join(", ")} than in state`;
  throw new OperationError(
    `${operationText(verb, noun, name)} stopped: an earlier release wrote its state, which does not name the platform and account of the object, and ${seen}. Nothing was sent, and it stays in state. Set cloudplatform:baseUrl and cloudplatform:apiKey to those of its account. If they are, run once with ${movedFromVariable}=${unknown}.`,
    "CP2123",
  );
}
