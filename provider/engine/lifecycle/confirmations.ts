import { accountText, originOf } from "../../client/evidence/origin.ts";
import type { Properties } from "../../values/properties.ts";
import type { Context } from "../handler/handler.ts";
import type { OperationSecrets } from "../secrets/operation-secrets.ts";
import type { OperationRunner } from "./operation-runner.ts";
import type { Deployed } from "./request.ts";
import { reviewedReads } from "./reviewed-reads.ts";
import { settledRead } from "./settled-reads.ts";
import { confirmUnknownOrigin, refuseUnshownAccount } from "./state-origin.ts";

/** Lets `cloudplatform apply` change an object only if it is as it was when the change was compared with its review. */
export async function confirmReviewed(
  runner: OperationRunner,
  deployed: Deployed,
  context: Context,
  secrets: OperationSecrets,
): Promise<void> {
  if (!reviewedReads().isOn) return;
  const { id, declared } = deployed;
  const object = await reviewedObject(runner, id, context);
  if (!reviewedReads().expects(object)) return;
  const found = await settledRead(runner.handler, deployed, context);
  const inputs = found && runner.stored(found.inputs, { declared, secrets });
  reviewedReads().seen(object, runner.handler.schema, inputs);
}

/** Records what a reviewed preview reads, or compares a read with that record. `inputs` undefined: the object is gone. */
export async function noteReviewed(
  runner: OperationRunner,
  id: string,
  inputs: Properties | undefined,
  context: Context,
): Promise<void> {
  if (!reviewedReads().isOn) return;
  reviewedReads().seen(await reviewedObject(runner, id, context), runner.handler.schema, inputs);
}

/** Confirms before a deletion that the object is the one in state, is as it was reviewed, and is in the account that had it. */
export async function confirmDeletion(
  runner: OperationRunner,
  deployed: Deployed,
  context: Context,
  secrets: OperationSecrets,
): Promise<void> {
  await confirmUnknownOrigin(runner.handler, "Deleting", deployed, context);
  await confirmReviewed(runner, deployed, context, secrets);
  // If the account is not shown, an object is deleted only if it can be read.
  if (deployed.origin?.client === undefined || (await originOf(context.client)).client !== undefined) return;
  const found = await settledRead(runner.handler, deployed, context);
  if (found === undefined) await confirmAccount(runner.what("Deleting", context.urn), deployed, context);
}

/** A missing object counts as gone only if the account is known to be the one that had it. */
export async function confirmAccount(what: string, { origin }: Deployed, { client }: Context): Promise<void> {
  if (origin !== undefined) refuseUnshownAccount(what, origin, await originOf(client));
}

async function reviewedObject({ handler }: OperationRunner, id: string, { client }: Context) {
  return { account: accountText(await originOf(client)), noun: handler.noun, id };
}
