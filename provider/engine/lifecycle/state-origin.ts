import type { Origin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { OperationError } from "../handler/errors.ts";

/** Names a platform that now has another host name, for one run. */
export const movedFromVariable = "CLOUDPLATFORM_MOVED_FROM";

/**
 * Refuses an operation on an object that was created on another platform or in another account: the same id is another object
 * there. If both sides name an account, the account decides: a new host name or port does not make it another platform.
 */
export function refuseOtherOrigin(what: string, inState: Origin | undefined, now: Origin): void {
  if (inState !== undefined && isOther(inState, now))
    throw new OperationError(
      `${what} stopped: its object is on ${originText(inState)}, and the settings point to ${originText(now)}. Nothing was sent. ${otherAdvice(inState, now)}`,
      "CP2123",
    );
}

/** Whether two origins are different platforms or accounts, as far as they are known. */
export function isOther(inState: Origin, now: Origin): boolean {
  if (areKnown(inState, now)) return inState.client !== now.client;
  return inState.platform !== now.platform && process.env[movedFromVariable] !== inState.platform;
}

/** Says what to do if the settings point to another place than the state. */
export function otherAdvice(inState: Origin, now: Origin): string {
  return areKnown(inState, now) ? accountAdvice : moveAdvice(inState);
}

function areKnown(inState: Origin, now: Origin): boolean {
  return inState.client !== undefined && now.client !== undefined;
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
  return `If it is the same platform under a new address, run once with ${movedFromVariable}=${platform}; otherwise set cloudplatform:baseUrl and cloudplatform:apiKey to those of its account.`;
}

export function originText({ platform, client }: Origin): string {
  return client === undefined ? `${platform} (account not shown)` : `${platform}, client ${client}`;
}
