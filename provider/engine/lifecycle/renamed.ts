import { aliasOf } from "../../pulumi/formats/aliases.ts";
import { isSameObject } from "../../pulumi/formats/identity.ts";
import { dynamicToken } from "../../pulumi/formats/type-token.ts";
import { nameOfUrn, sharedUrn, typeOfUrn } from "../../pulumi/formats/urn.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { ownResources } from "../backend/objects-in-state.ts";
import { noBackend } from "../handler/backend.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";

/**
 * Returns a resource of the stack that has the same object under a name that this run has not reached: the new resource may be
 * that one, renamed. Whether the program still declares the old name is known at the end of the run, to reviews and policies.
 */
async function renamedFrom(
  { identity }: Pick<AnyHandler, "identity">,
  inputs: object,
  { urn, ownership }: Context,
): Promise<{ urn: string; id?: string | undefined } | undefined> {
  if (ownership.backend === noBackend) return undefined;
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return undefined;
  const type = dynamicToken(typeOfUrn(urn));
  const ofType = ownResources(state).filter((one) => dynamicToken(one.type) === type && one.delete !== true);
  if (ofType.some((one) => sharedUrn(one.urn) === sharedUrn(urn))) return undefined;
  return ofType.find(
    (one) => !ownership.isDeclared(one.urn) && isSameObject(identity, one.inputs ?? {}, inputs as Properties),
  );
}

/** Returns a warning for a creation whose resource may have been renamed. */
export async function renamedText(handler: AnyHandler, inputs: object, context: Context): Promise<string | undefined> {
  const old = await renamedFrom(handler, inputs, context);
  if (old === undefined) return undefined;
  const name = JSON.stringify(nameOfUrn(old.urn));
  const alias = aliasOf(old.urn, context.urn);
  // The engine creates before it deletes.
  const otherwise =
    handler.identity.isUnique === true
      ? "pulumi up stops, since the name is taken until it is deleted"
      : "it is deleted and another one created";
  const remedy =
    handler.isAlwaysThere === true
      ? `it is not reset, and with the option ${alias} the preview shows no deletion`
      : `keep the object with the option ${alias}; without it, ${otherwise}`;
  return `The stack has the same ${handler.noun} as ${name}, id ${old.id}. If this resource is that one under another name or parent, ${remedy}. If the program still declares ${name}, nothing is to be done.`;
}
