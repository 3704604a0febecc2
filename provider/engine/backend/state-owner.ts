import { platformKey } from "../../client/platform-id.ts";
import { isSameResource, objectsOf, typeOf } from "../../pulumi/formats/composite.ts";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import { exportStack, ownResources, stackName } from "./stack-state.ts";

/** An object, and the URN of its resource or its place in one. */
interface Held {
  urn: string;
  id: string;
  baseUrl: string;
}

/** States by stack, as the first deletion of this process has found them: what a run deletes comes after what it creates. */
const states = new Map<string, Promise<Deployment | undefined>>();

/**
 * URN of another resource of the stack that has an object in state, whichever process serves it: it has adopted the object in
 * this run, or in one that was interrupted before the deletion.
 */
export async function otherHolder({ urn, id, baseUrl }: Held): Promise<string | undefined> {
  const stack = stackName(urn);
  if (stack === undefined) return undefined;
  const reading = states.get(stack) ?? exportStack(stack);
  states.set(stack, reading);
  const deployment = await reading;
  if (deployment === undefined) return undefined;
  const type = typeOf(urn);
  const holder = ownResources(deployment).find(
    (one) =>
      one.delete !== true &&
      !isSameResource(one.urn, urn) &&
      objectsOf(one).some((object) => object.type === type && object.id === id) &&
      platformKey(baseUrlOf(deployment, one) ?? process.env.CLOUDPLATFORM_BASE_URL ?? baseUrl) === platformKey(baseUrl),
  );
  return holder?.urn;
}

/** Base URL of the provider of a resource, where the state says it: the environment may say it instead. */
export function baseUrlOf(deployment: Deployment, { provider: reference }: { provider?: string | undefined }) {
  const provider = deployment.resources.find((one) => reference?.startsWith(`${one.urn}::`));
  const url = provider?.inputs?.["cloudplatform:baseUrl"] ?? provider?.inputs?.baseUrl;
  return typeof url === "string" && URL.canParse(url) ? url : undefined;
}
