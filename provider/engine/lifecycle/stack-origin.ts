import { originOf, sameOrigin } from "../../client/evidence/origin.ts";
import { originIn } from "../../pulumi/formats/origin.ts";
import { isDefaultProviderName, nameOfUrn, urnOfProvider } from "../../pulumi/formats/urn.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { noBackend } from "../backend/no-backend.ts";
import { ownResources } from "../backend/objects-in-state.ts";
import { OperationError } from "../handler/errors.ts";
import type { Context } from "../handler/handler.ts";
import { defaultProvider } from "./request.ts";
import { originText, otherAdvice } from "./state-origin.ts";

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
