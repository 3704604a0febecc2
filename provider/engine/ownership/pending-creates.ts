import { isDeepStrictEqual } from "node:util";
import { isSameResource, mayCreate, partKey, requestsOf } from "../../pulumi/formats/composite.ts";
import { splitHidden } from "../../pulumi/formats/hidden-properties.ts";
import { isMarked } from "../../pulumi/formats/markers.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { isUnreadable, type Readable } from "../../values/unreadable.ts";
import { pendingCreates } from "../backend/objects-in-state.ts";
import type { Backend } from "../handler/backend.ts";

/** A creation that an earlier run started and did not finish. */
interface PendingRequest {
  /** Inputs of the creation. */
  asked: Properties;
  /** Whether all inputs are known. The state has secrets encrypted or not at all: today's values are assumed for them. */
  isExact: boolean;
}

/**
 * Returns the creations of a resource that earlier runs started and did not finish, if their inputs differ from today's, or may
 * differ. Pulumi keeps them as pending operations; on another machine, which has no record, nothing else says what was requested.
 * The state of earlier runs is read once per process.
 */
export async function pendingRequests(
  backend: Backend,
  urn: string,
  inputs: object,
): Promise<Readable<PendingRequest[]>> {
  const state = await backend.stateOf(urn, { isEarlier: true });
  if (isUnreadable(state)) return state;
  const today = plain(inputs);
  const requested = state.pending_operations
    .filter(({ type, resource }) => mayCreate(type, resource.urn) && isSameResource(resource.urn, urn))
    .flatMap(({ resource }) =>
      requestsOf(resource.urn, resource.inputs ?? {}).filter(({ key }) => key === partKey(urn)),
    )
    .map(({ asked: inputs }): PendingRequest => {
      const { own } = splitHidden(inputs);
      const asked = decrypted(own, today) as Properties;
      return { asked, isExact: isDeepStrictEqual(asked, decrypted(own, undefined)) };
    });
  const [edited, same] = [false, true].map((isSame) =>
    requested.filter(({ asked }) => isDeepStrictEqual(asked, today) === isSame),
  );
  const open = same?.filter(({ isExact }) => !isExact) ?? [];
  if (open.length === 0) return edited ?? [];
  // One of these may be the creation in progress.
  const now = await backend.stateOf(urn);
  if (isUnreadable(now)) return now;
  return [...(edited ?? []), ...(pendingCreates(now, urn) > 1 ? open.slice(0, 1) : [])];
}

function decrypted(value: unknown, today: unknown): unknown {
  if (isStandIn(value)) return today;
  if (value === null || typeof value !== "object") return value;
  if (isMarked(value)) return today;
  const below = (key: string) => (today === null || typeof today !== "object" ? undefined : Reflect.get(today, key));
  if (Array.isArray(value)) return value.map((element, index) => decrypted(element, below(String(index))));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, decrypted(element, below(key))]));
}
