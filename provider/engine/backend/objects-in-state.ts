import { type Origin, sameOrigin } from "../../client/evidence/origin.ts";
import { platformKey } from "../../client/platform-id.ts";
import { isSameResource, mayCreate, objectsOf, requestsOf } from "../../pulumi/formats/composite.ts";
import { originIn } from "../../pulumi/formats/hidden-properties.ts";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { Properties } from "../../values/properties.ts";
import type { ObjectKey } from "../handler/ownership.ts";

/** A resource that has an object in a state. */
export interface Holder {
  /** URN of the resource; for a rule of a set, with its key. */
  urn: string;
  /** Whether platform and account are certainly those of the object. */
  isCertain: boolean;
  /** The old object of a replacement: it will be deleted. */
  isDoomed: boolean;
}

type Resource = Deployment["resources"][number];

/**
 * Returns the resources of a stack that have an object. A resource whose object was deleted for a replacement has none: an object
 * that has its id by then, such as a cluster of the same name, is in nobody's state yet.
 */
export function ownResources({ resources }: Deployment): Resource[] {
  return resources.filter((one) => one.external !== true && one.pendingReplacement !== true);
}

/** Returns the resources of a state that have an object: certain ones first, and among them those that keep it. */
export function holdersOf(deployment: Deployment, { kind, id, origin }: ObjectKey): Holder[] {
  const holders = ownResources(deployment).flatMap((one): Holder[] => {
    const held = objectsOf(one).find((object) => object.type === kind && object.id === id);
    const same = held === undefined ? "no" : sameOrigin(originOf(deployment, one), origin);
    if (held === undefined || same === "no") return [];
    return [{ urn: held.urn, isCertain: same === "yes", isDoomed: one.delete === true }];
  });
  const rank = ({ isCertain, isDoomed }: Holder) => (isCertain ? 0 : 2) + (isDoomed ? 1 : 0);
  return holders.sort((a, b) => rank(a) - rank(b));
}

/** Returns the outputs of the resource that keeps an object; undefined: none does. */
export function outputsOf(deployment: Deployment, object: ObjectKey): Properties | undefined {
  const [holder] = holdersOf(deployment, object);
  if (holder === undefined || holder.isDoomed) return undefined;
  return ownResources(deployment).find(({ urn }) => urn === holder.urn)?.outputs;
}

/** Returns where a resource has its object, as far as the state says. In states of earlier releases, at most its provider says so. */
export function originOf(deployment: Deployment, resource: Resource): Partial<Origin> {
  const inState = originIn(resource.outputs ?? {});
  if (inState !== undefined) return inState;
  const provider = deployment.resources.find((one) => resource.provider?.startsWith(`${one.urn}::`));
  const url = provider?.inputs?.["cloudplatform:baseUrl"] ?? provider?.inputs?.baseUrl;
  return typeof url === "string" && URL.canParse(url) ? { platform: platformKey(url) } : {};
}

/** Returns the id of a resource in state. */
export function ownId(deployment: Deployment, urn: string): string | undefined {
  return ownResources(deployment).find((one) => isSameResource(one.urn, urn))?.id;
}

/** Returns the number of a resource's interrupted creations, including the creation of this run. */
export function pendingCreates(deployment: Deployment, urn: string): number {
  return pendingInputs(deployment, urn).length;
}

/** Returns the inputs of a resource's interrupted creations, including the creation of this run. */
export function pendingInputs({ pending_operations: pending }: Deployment, urn: string): Properties[] {
  return pending
    .filter((one) => one.type === "creating" && isSameResource(one.resource.urn, urn))
    .map(({ resource }) => resource.inputs ?? {});
}

/** Returns another resource whose creation of an object that may be the same has not ended, and which is in no state. */
export function requesterBeside(
  { resources, pending_operations: pending }: Deployment,
  { urn, kind, asked }: { urn: string; kind: string; asked: Readonly<Properties> },
): string | undefined {
  const others = pending.filter(
    ({ type, resource }) =>
      type === "creating" &&
      !isSameResource(resource.urn, urn) &&
      !resources.some((one) => isSameResource(one.urn, resource.urn)),
  );
  return others.find((one) => isRequested({ pending_operations: [one] }, kind, asked))?.resource.urn;
}

/** Whether a stack is about to create an object that may be the same, or was interrupted while it created one. */
export function isRequested(
  { pending_operations: pending }: Pick<Deployment, "pending_operations">,
  kind: string,
  asked: Readonly<Properties>,
): boolean {
  return pending.some(
    ({ type, resource: { urn, inputs = {} } }) =>
      mayCreate(type, urn) &&
      requestsOf(urn, inputs).some((request) => request.type === kind && mayBeSame(request.asked, asked)),
  );
}

/** Compares scalars only: the form of nested values depends on the release, and a secret cannot be compared. */
export function mayBeSame(theirs: Readonly<Properties>, ours: Readonly<Properties>): boolean {
  return Object.keys(ours).every((name) => {
    const [one, other] = [theirs[name], ours[name]];
    return !(isScalar(one) && isScalar(other)) || String(one) === String(other);
  });
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
