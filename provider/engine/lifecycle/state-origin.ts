import { type Origin, sameOrigin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { movedFromVariable } from "../../client/platform-id.ts";
import { OperationError } from "../handler/errors.ts";

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
export function otherAdvice(inState: Origin, now: Origin): string {
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

export function originText({ platform, client }: Origin): string {
  return client === undefined ? `${platform} (account not shown)` : `${platform}, client ${client}`;
}
