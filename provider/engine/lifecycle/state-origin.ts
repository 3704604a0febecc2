import { type Origin, originOf, sameOrigin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { movedFromVariable } from "../../client/platform-id.ts";
import { originIn } from "../../pulumi/formats/hidden-properties.ts";
import { mayBeObject } from "../../pulumi/formats/identity.ts";
import { isDefaultProviderName, nameOfUrn, urnOfProvider } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { ownResources } from "../backend/objects-in-state.ts";
import { noBackend } from "../handler/backend.ts";
import { OperationError } from "../handler/errors.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import { operationText } from "./errors.ts";
import { type Deployed, defaultProvider } from "./request.ts";
import { settledRead } from "./settled-reads.ts";

/**
 * Refuses an operation on an object that was created on another platform or in another account: the same id is another object
 * there.
 */
export function refuseOtherOrigin(what: string, inState: Origin | undefined, now: Origin): void {
  if (inState !== undefined && sameOrigin(inState, now) === "no")
    throw new OperationError(
      `${what} stopped: its object is on ${originText(inState)}, and the settings point to ${originText(now)}. Nothing was sent. ${otherAdvice(inState, now)}`,
      "CP2123",
    );
}

/** Says what to do if the settings point to another place than the state. */
function otherAdvice(inState: Origin, now: Origin): string {
  const isOtherAccount = inState.client !== undefined && now.client !== undefined && inState.client !== now.client;
  return isOtherAccount ? accountAdvice : moveAdvice(inState);
}

/** Refuses to conclude that a missing object is gone if the account is not shown. */
export function refuseUnshownAccount(what: string, inState: Origin | undefined, now: Origin): void {
  if (inState?.client === undefined || now.client !== undefined) return;
  throw new OperationError(
    `${what} stopped: ${now.platform} does not have the object, and nothing there shows that the API key belongs to client ${inState.client}, which had it. It stays in state. Check cloudplatform:apiKey; if the key is right, remove the resource with pulumi state delete.`,
    "CP2123",
  );
}

/** Returns the origin that state keeps: the account if it was ever shown, and when the object was last written. */
export function keptOrigin(inState: Origin | undefined, now: Origin, { writtenAt }: OperationClient): Origin {
  const client = now.client ?? inState?.client;
  return {
    platform: now.platform,
    ...(client !== undefined && { client }),
    ...(writtenAt !== undefined && { writtenAt }),
  };
}

const accountAdvice =
  "Set cloudplatform:baseUrl and cloudplatform:apiKey to those of its account; refresh and destroy use the settings of the last up (pulumi refresh --run-program uses those of the program).";

function moveAdvice({ platform }: Origin): string {
  return `If it is the same platform under a new address, run pulumi refresh --run-program once with ${movedFromVariable}=${platform}; otherwise: ${accountAdvice}`;
}

function originText({ platform, client }: Origin): string {
  return client === undefined ? `${platform} (account not shown)` : `${platform}, client ${client}`;
}

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

/**
 * Refuses to create or import a resource if everything that the stack has by the same provider is on another platform or in
 * another account than the settings point to, for example because a CI variable is wrong. An operation on a resource in state
 * checks this itself, but an update may never reach one: the resource leaves the program, or another resource is the `--target`.
 *
 * @param servedBy Name of the provider; undefined: not known.
 */
export async function confirmStackAccount(
  what: string,
  servedBy: string | undefined,
  { urn, client, ownership }: Context,
): Promise<void> {
  if (servedBy === undefined || ownership.backend === noBackend) return;
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return;
  const isOfProvider = isServedBy(servedBy);
  const origins = ownResources(state)
    .filter((one) => isOfProvider(one.provider))
    .flatMap((one) => originIn(one.outputs ?? {}) ?? []);
  const [first] = origins;
  if (first === undefined) return;
  const now = await originOf(client);
  if (!origins.every((one) => sameOrigin(one, now) === "no")) return;
  throw new OperationError(
    `${what} stopped: what this stack has is on ${originText(first)}, and the settings point to ${originText(now)}. Nothing was sent. ${otherAdvice(first, now)} If it is meant for another account, give it an explicit provider.`,
    "CP2123",
  );
}

/**
 * Returns a check whether a reference in state is to the provider of this name. All default providers count as one, since they
 * exist in several versions and for both transports.
 */
function isServedBy(servedBy: string): (reference: string | undefined) => boolean {
  const nameOf = (name: string) => (isDefaultProviderName(name) ? defaultProvider : name);
  const own = nameOf(servedBy);
  return (reference) => reference !== undefined && nameOf(nameOfUrn(urnOfProvider(reference))) === own;
}
