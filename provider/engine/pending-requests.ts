import { isDeepStrictEqual } from "node:util";
import type { Deployment } from "./exported-state.ts";
import type { Properties } from "./handler.ts";
import { plain, splitHidden } from "./hidden.ts";
import { isMarked } from "./secrets.ts";
import { exportStack } from "./stack-state.ts";
import { sharedUrn } from "./type-token.ts";

/** States by stack: what earlier runs left behind is in them when the first creation of this run begins. */
const states = new Map<string, Promise<Deployment | undefined>>();

/**
 * Inputs of creations of a resource that earlier runs began and did not finish, where they differ from those of today.
 * Pulumi keeps them as pending operations; on another machine, where no record is, nothing else tells what was requested.
 * The state is read once in a process.
 */
export async function pendingRequests(urn: string, inputs: object): Promise<Properties[]> {
  const [, stack] = /^urn:pulumi:([^:]+)::/.exec(urn) ?? [];
  if (stack === undefined) return [];
  const state = states.get(stack) ?? exportStack(stack);
  states.set(stack, state);
  const today = plain(inputs);
  const requested = ((await state)?.pending_operations ?? [])
    .filter(({ type, resource }) => type === "creating" && sharedUrn(resource.urn) === sharedUrn(urn))
    .map(({ resource }) => decrypted(splitHidden(resource.inputs ?? {}).own, today) as Properties);
  return requested.filter((one) => !isDeepStrictEqual(one, today));
}

/** The state holds secrets encrypted: they are taken to be those of today. */
function decrypted(value: unknown, today: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (isMarked(value)) return today;
  const below = (key: string) => (today === null || typeof today !== "object" ? undefined : Reflect.get(today, key));
  if (Array.isArray(value)) return value.map((element, index) => decrypted(element, below(String(index))));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, decrypted(element, below(key))]));
}
