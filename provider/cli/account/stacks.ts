import { z } from "zod";
import { type Origin, sameOrigin } from "../../client/evidence/origin.ts";
import { reasonOf } from "../../engine/backend/cli.ts";
import { originOf, ownResources } from "../../engine/backend/objects-in-state.ts";
import { qualifiedName } from "../../engine/backend/stack-names.ts";
import { mayCreate, objectsOf, requestsOf } from "../../pulumi/formats/composite.ts";
import { type Deployment, parseState } from "../../pulumi/formats/stack-export.ts";
import { isNativeToken } from "../../pulumi/formats/type-token.ts";
import type { Properties } from "../../values/properties.ts";
import type { Pulumi } from "../doctor/pulumi.ts";
import { UsageError } from "../exit-codes.ts";

/** A resource in a stack's state that has objects on one platform. */
export interface StackResource {
  stack: string;
  urn: string;
  /** Type token of the resource itself. */
  type: string;
  /** Token and id of each object, in the native provider's spelling. A part of a resource has its own URN. */
  objects: { type: string; id: string; urn: string }[];
  inputs: Properties;
  outputs: Properties;
  /** When the resource was added to the stack. */
  since?: string;
}

/** A create that a run left unfinished. */
export interface PendingCreate {
  stack: string;
  urn: string;
  type: string;
  asked: Properties;
}

/** The resources of a backend's stacks on one platform. */
export interface Stacks {
  names: string[];
  resources: StackResource[];
  pending: PendingCreate[];
  /** Stacks that could not be read. An object that no other stack manages may belong to one of them. */
  unread: { stack: string; reason: string }[];
  /** Number of resources on another platform or of another account. */
  elsewhere: number;
}

/** Number of states read in parallel; each needs a process of the Pulumi CLI. */
const parallel = 4;

const stackList = z.array(z.looseObject({ name: z.string(), url: z.string().optional() }));

/** Reads the given stacks, or all stacks of the backend. */
export async function readStacks(
  pulumi: Pulumi,
  origin: Origin,
  only: readonly string[] | undefined,
  onRead: (count: number) => void = () => undefined,
): Promise<Stacks> {
  const names = only ?? (await stackNames(pulumi));
  const found: Stacks = { names: [...names], resources: [], pending: [], unread: [], elsewhere: 0 };
  for (let start = 0; start < names.length; start += parallel) {
    const batch = names.slice(start, start + parallel);
    const states = await Promise.all(batch.map((stack) => readState(pulumi, stack)));
    for (const [index, state] of states.entries()) {
      const stack = batch[index] as string;
      if (state.deployment === undefined) found.unread.push({ stack, reason: state.reason });
      else addState(found, stack, state.deployment, origin);
    }
    onRead(batch.length);
  }
  return found;
}

/** Names of all stacks of the backend, with organization and project if the backend has them. */
export async function stackNames(pulumi: Pulumi): Promise<string[]> {
  const listed = await pulumi("stack", "ls", "--all", "--json");
  if (listed.code !== 0)
    throw new UsageError(
      `The stacks of the backend could not be listed: ${reasonOf(listed)}. Log in to it with pulumi login, or set PULUMI_BACKEND_URL.`,
      "CP3004",
    );
  return stackList.parse(JSON.parse(listed.stdout)).map(qualifiedName);
}

type ReadState = { deployment: Deployment } | { deployment: undefined; reason: string };

async function readState(pulumi: Pulumi, stack: string): Promise<ReadState> {
  const exported = await pulumi("stack", "export", "--stack", stack);
  if (exported.code !== 0) return { deployment: undefined, reason: reasonOf(exported) };
  try {
    return { deployment: parseState(exported.stdout) };
  } catch (error) {
    return { deployment: undefined, reason: `its state cannot be read: ${(error as Error).message.split("\n")[0]}` };
  }
}

function addState(found: Stacks, stack: string, state: Deployment, origin: Origin): void {
  for (const one of ownResources(state)) {
    const objects = objectsOf(one).filter(({ type }) => isNativeToken(type));
    if (objects.length === 0) continue;
    if (sameOrigin(originOf(state, one), origin) === "no") {
      found.elsewhere += objects.length;
      continue;
    }
    found.resources.push({
      ...{ stack, urn: one.urn, type: one.type, objects, inputs: one.inputs ?? {}, outputs: one.outputs ?? {} },
      ...(typeof one.created === "string" && { since: one.created }),
    });
  }
  for (const { type: operation, resource } of state.pending_operations)
    if (mayCreate(operation, resource.urn))
      for (const { type, asked } of requestsOf(resource.urn, resource.inputs ?? {}))
        if (isNativeToken(type)) found.pending.push({ stack, urn: resource.urn, type, asked });
}
