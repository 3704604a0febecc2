import { sleep } from "../../client/sleep.ts";
import { isSameResource, objectsOf, typeOf } from "../../pulumi/formats/composite.ts";
import { type Deployment, parseStateOrUndefined } from "../../pulumi/formats/stack-export.ts";
import { pulumi } from "./cli.ts";
import { engineAddress } from "./engine-address.ts";

/** What Pulumi's state says of the stack of a resource. */
export interface StackState {
  /** Ids of the type's objects that resources of the stack have. */
  ids: ReadonlySet<string>;
  /** Id under which the resource is in state. */
  own: string | undefined;
  /** Creations of the resource that were interrupted, the one of this run included. */
  pendingCreates: number;
}

/** A state file may be read while the engine is writing it; the next try finds it whole. */
const pausesMs = [0, 300, 1_000];

/** A state of some thousand resources is read in seconds. */
const timeoutMs = 60_000;

/**
 * Reads the stack's state by the CLI, since the engine shows a provider no state but a resource's own. It costs about a
 * second, so it is read only where a decision depends on it. Undefined where it cannot be read: nothing is concluded then.
 * @param options.isEarlier What earlier runs have left is enough: it is read once in a process.
 */
export async function stackState(urn: string, { isEarlier = false } = {}): Promise<StackState | undefined> {
  const type = typeOf(urn);
  const deployment = await deploymentOf(urn, isEarlier);
  if (deployment === undefined) return undefined;
  const own = ownResources(deployment);
  const isIt = (other: string) => isSameResource(other, urn);
  const pending = deployment.pending_operations.filter((one) => one.type === "creating" && isIt(one.resource.urn));
  return {
    ids: new Set(own.flatMap(objectsOf).flatMap((one) => (one.type === type ? one.id : []))),
    own: own.find((one) => isIt(one.urn))?.id,
    pendingCreates: pending.length,
  };
}

/** Type and id of each object in the state of a resource's stack. Undefined where it cannot be read. */
export async function stackIds(urn: string): Promise<ReadonlySet<string> | undefined> {
  const deployment = await deploymentOf(urn);
  return (
    deployment &&
    new Set(
      ownResources(deployment)
        .flatMap(objectsOf)
        .map(({ type, id }) => `${type} ${id}`),
    )
  );
}

/** Resources that a stack manages. */
export function ownResources({ resources }: Deployment) {
  return resources.filter((one) => one.external !== true);
}

/** Name of the stack of a resource. */
export function stackName(urn: string): string | undefined {
  return /^urn:pulumi:([^:]+)::/.exec(urn)?.[1];
}

async function deploymentOf(urn: string, isEarlier = false): Promise<Deployment | undefined> {
  const stack = stackName(urn);
  if (stack === undefined) return undefined;
  // Nothing changes a state that is saved at the end of the run.
  return isEarlier || savesAtEnd() ? earlierState(stack) : exportStack(stack);
}

const earlier = new Map<string, Promise<Deployment | undefined>>();

/** The state of a stack when it was first asked for: what earlier runs have left. It is read once in a process. */
export function earlierState(stack: string): Promise<Deployment | undefined> {
  const state = earlier.get(stack) ?? exportStack(stack);
  earlier.set(stack, state);
  return state;
}

/**
 * Whether the engine saves the state at the end of a run only (`PULUMI_SKIP_CHECKPOINTS`), and not at each step: what a
 * killed run has created is in no state then, and no pending operation tells of it.
 */
export function savesAtEnd(): boolean {
  return /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
}

/** The state of a stack; undefined where it cannot be read. */
export async function exportStack(stack: string): Promise<Deployment | undefined> {
  return askPulumi(["stack", "export", "--stack", stack], parseStateOrUndefined);
}

/**
 * What a command of the CLI prints as JSON, as a parser reads it; undefined where there is no engine, or where it cannot be
 * read in several tries: a state file is not whole while the engine writes it.
 */
export async function askPulumi<T>(
  command: readonly string[],
  parse: (json: unknown) => T | undefined,
): Promise<T | undefined> {
  if (engineAddress() === undefined) return undefined;
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs);
    const parsed = parse(await run(command));
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

async function run(command: readonly string[]): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { cwd: process.cwd(), env: process.env, signal, forwardsSigterm: false };
    const { code, stdout } = await pulumi(command, options);
    return code === 0 ? JSON.parse(stdout) : undefined;
  } catch {
    return undefined;
  }
}
