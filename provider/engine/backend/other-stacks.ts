import { z } from "zod";
import { platformKey } from "../../client/platform-id.ts";
import { mayCreate, objectsOf, requestsOf, typeOf } from "../../pulumi/formats/composite.ts";
import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { Properties } from "../../values/properties.ts";
import { askPulumi, earlierState, exportStack, ownResources } from "./stack-state.ts";
import { baseUrlOf } from "./state-owner.ts";

/** A creation that has got no clear response, and an object that appeared since. */
export interface Claim {
  /** URN of the resource that is created. */
  urn: string;
  /** Id under which a resource would have the object in state. */
  id: string;
  /** What the creation asks for; undefined: not known. */
  asked: Readonly<Properties> | undefined;
  baseUrl: string;
  /** When it was first requested, in milliseconds since 1970. */
  since: number;
}

/** Claims of the other stacks of the backend to the same object. */
export interface OtherClaims {
  /** Stack that has the object in state. */
  owner?: string;
  /** Stack of which it is not certain whether the object is its own. */
  competitor?: string;
}

/**
 * Asks the other stacks of Pulumi's backend for an object that appeared after a request without a response. A stack that has
 * requested the same shows that there before it sends its request: as a pending operation, then in its state. It takes
 * about 0.2 s a stack, and is asked only in this case.
 */
export async function otherClaims(claim: Claim): Promise<OtherClaims> {
  const claims: OtherClaims = {};
  for (const stack of otherStacks((await listStacks()) ?? [], claim)) {
    const deployment = await exportStack(stack);
    if (deployment === undefined) continue;
    const has = hasObject(deployment, claim);
    if (has === "yes") claims.owner ??= stack;
    else if (has === "maybe" || isRequested(deployment, claim)) claims.competitor ??= stack;
  }
  return claims;
}

/**
 * Whether it is certain that no other stack of the backend has an object that an earlier run has created. Each stack is read
 * once in a process, for all objects of that run.
 */
export async function isInNoOtherStack(claim: Omit<Claim, "asked">): Promise<boolean> {
  listed ??= listStacks();
  const list = await listed;
  if (list === undefined) return false;
  for (const stack of otherStacks(list, claim)) {
    const deployment = await earlierState(stack);
    if (deployment === undefined || hasObject(deployment, claim) !== "no") return false;
  }
  return true;
}

let listed: ReturnType<typeof listStacks> | undefined;

const listSchema = z.array(
  z.looseObject({ name: z.string(), lastUpdate: z.string().optional(), updateInProgress: z.boolean().optional() }),
);

type ListedStack = z.output<typeof listSchema>[number];

function listStacks(): Promise<ListedStack[] | undefined> {
  return askPulumi(["stack", "ls", "--all", "--json"], (json) => listSchema.safeParse(json).data);
}

/** How far the clocks of machines may be apart. */
const clockSlackMs = 24 * 3_600_000;

/** Stacks that may have requested something since. */
function otherStacks(list: readonly ListedStack[], { urn, since }: Pick<Claim, "urn" | "since">): string[] {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
  return list
    .filter(({ name }) => name !== stack && !name.endsWith(`/${project}/${stack}`))
    .filter((one) => one.updateInProgress === true || !(Date.parse(one.lastUpdate ?? "") < since - clockSlackMs))
    .map(({ name }) => name);
}

/** Ids mean something at one platform only, and a stack may name its platform in the environment. */
function hasObject(deployment: Deployment, { urn, id, baseUrl }: Omit<Claim, "asked">): "yes" | "maybe" | "no" {
  const type = typeOf(urn);
  const holder = ownResources(deployment).find((one) =>
    objectsOf(one).some((object) => object.type === type && object.id === id),
  );
  if (holder === undefined) return "no";
  const url = baseUrlOf(deployment, holder);
  if (url === undefined) return "maybe";
  return platformKey(url) === platformKey(baseUrl) ? "yes" : "no";
}

/** Whether a stack is about to create something that may be the same. */
function isRequested({ pending_operations: pending }: Deployment, { urn, asked }: Claim): boolean {
  const isIt = (request: { type: string; asked: Readonly<Properties> }) =>
    request.type === typeOf(urn) && mayBeSame(request.asked, asked ?? {});
  return pending.some(
    ({ type, resource: { urn: other, inputs = {} } }) => mayCreate(type, other) && requestsOf(other, inputs).some(isIt),
  );
}

/** Only scalars count: how values within are written depends on the release, and a secret cannot be compared. */
function mayBeSame(theirs: Readonly<Properties>, ours: Readonly<Properties>): boolean {
  return Object.keys(ours).every((name) => {
    const [one, other] = [theirs[name], ours[name]];
    return !(isScalar(one) && isScalar(other)) || String(one) === String(other);
  });
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
