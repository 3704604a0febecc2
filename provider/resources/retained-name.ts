import type { OperationClient } from "../client/index.ts";
import type { CheckContext, CheckFailure } from "../engine/handler/handler.ts";
import { type Identity, isSameObject } from "../pulumi/formats/identity.ts";
import type { Properties } from "../values/properties.ts";
import { isUnreadable } from "../values/unreadable.ts";
import { readForPreview } from "./preview-read.ts";

/** A kind whose names are unique on the platform. */
interface Kind {
  noun: string;
  identity: Identity;
  /** Code of a name that is taken. */
  code: CheckFailure["code"];
  /** Returns undefined if the object is gone. */
  read(client: OperationClient, id: string): Promise<unknown>;
}

/**
 * Returns a failure if a replacement needs a name that the old object keeps: the engine decides by the state, not by the program,
 * whether a deletion leaves the object on the platform. Whatever replaces a resource, the engine checks the new one without old inputs.
 */
export async function retainedNameFailures<Inputs extends object>(
  kind: Kind,
  inputs: Inputs,
  { client, urn, ownership, declared, adopting, resuming }: CheckContext<Inputs>,
): Promise<CheckFailure[]> {
  if (declared !== undefined || adopting || resuming) return [];
  const state = await ownership.backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return [];
  const kept = state.resources.find(
    (one) =>
      one.urn === urn &&
      one.retainOnDelete === true &&
      isSameObject(kind.identity, one.inputs ?? {}, inputs as Properties),
  );
  const { id } = kept ?? {};
  if (id === undefined || (await readForPreview(client, (limited) => kind.read(limited, id))) === undefined) return [];
  const old = `${kind.noun} ${id}`;
  const untaint = kept?.taint === true ? " (pulumi state untaint)" : "";
  const reason =
    kept?.pendingReplacement === true
      ? `is taken: the option retainOnDelete has kept ${old}, which an earlier run replaced. Choose another name for the new one; or, to manage the old one here again, remove this resource from state (pulumi state delete) and set the option import: "${id}"`
      : `stays taken: this run replaces ${old}, and the option retainOnDelete keeps it. Choose another name for the new one; or, to delete the old one, remove retainOnDelete, run pulumi up without the replacement${untaint}, and then replace it`;
  return [{ property: "name", reason, code: kind.code }];
}
