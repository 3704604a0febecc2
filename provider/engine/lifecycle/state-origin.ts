import type { Origin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { OperationError } from "../handler/errors.ts";

/** Names a platform that has another host name now, for one run. */
export const movedFromVariable = "CLOUDPLATFORM_MOVED_FROM";

/**
 * Refuses an operation on an object that was made on another platform, or by another account: what has the same id there is
 * another object. An account that both name decides; a new host name or port of it is no other platform.
 */
export function refuseOtherOrigin(what: string, inState: Origin | undefined, now: Origin): void {
  if (inState !== undefined && isOther(inState, now))
    throw new OperationError(
      `${what} stopped: its object is on ${originText(inState)}, and the settings point to ${originText(now)}. Nothing was sent. ${otherAdvice(inState, now)}`,
      "CP2123",
    );
}

/** Whether two places are another platform or account, as far as they show. */
export function isOther(inState: Origin, now: Origin): boolean {
  if (areKnown(inState, now)) return inState.client !== now.client;
  return inState.platform !== now.platform && process.env[movedFromVariable] !== inState.platform;
}

/** What to do where the settings point to another place than the state. */
export function otherAdvice(inState: Origin, now: Origin): string {
  return areKnown(inState, now) ? accountAdvice : moveAdvice(inState);
}

function areKnown(inState: Origin, now: Origin): boolean {
  return inState.client !== undefined && now.client !== undefined;
}

/** Refuses to conclude from a missing object that it is gone, where the account does not show. */
export function refuseUnshownAccount(what: string, inState: Origin | undefined, now: Origin): void {
  if (inState?.client === undefined || now.client !== undefined) return;
  throw new OperationError(
    `${what} stopped: ${now.platform} does not have the object, and nothing there shows that the API key belongs to client ${inState.client}, which had it. It stays in state. Check cloudplatform:apiKey; if the key is right, remove the resource with pulumi state delete.`,
    "CP2123",
  );
}

/** What state keeps: the account as far as it was ever shown, and when the object was written last. */
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
