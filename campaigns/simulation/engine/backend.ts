import { secretSignature, signatureKey } from "../../../provider/pulumi/formats/markers.ts";
import type { Properties } from "../../../provider/values/properties.ts";

/** A resource in a checkpoint. Secret values have the engine's marks. */
export interface ResourceState {
  urn: string;
  type: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
  provider: string;
  delete?: boolean;
  pendingReplacement?: boolean;
  taint?: boolean;
  initErrors?: string[];
}

/** What the engine was doing when it was interrupted. */
export interface PendingOperation {
  type: "creating" | "updating" | "deleting" | "reading" | "importing";
  resource: { urn: string; type: string; inputs: Properties };
}

export interface Checkpoint {
  resources: readonly ResourceState[];
  pending: readonly PendingOperation[];
}

/** A stack in the backend. */
export interface Stack {
  name: string;
  checkpoint: Checkpoint | undefined;
  /** When its last update ended, in milliseconds since 1970. */
  updatedAtMs: number | undefined;
  history: { startMs: number; endMs: number }[];
  /** The process that holds its lock. */
  lockedBy: { isAlive: boolean } | undefined;
}

export const project = "simulation";

/** Pulumi's backend, which all machines share: checkpoints, locks and histories. */
export class Backend {
  readonly stacks = new Map<string, Stack>();

  init(name: string): Stack {
    const stack: Stack = { name, checkpoint: undefined, updatedAtMs: undefined, history: [], lockedBy: undefined };
    this.stacks.set(name, stack);
    return stack;
  }

  get(name: string): Stack {
    const stack = this.stacks.get(name);
    if (stack === undefined) throw new Error(`There is no stack ${name}.`);
    return stack;
  }

  /** `pulumi stack rename`: changes the name in every URN of the state, but not in what a provider has written. */
  rename(name: string, to: string): void {
    const stack = this.get(name);
    this.stacks.delete(name);
    this.stacks.set(to, stack);
    stack.name = to;
    const renamed = (urn: string) => urn.replace(`urn:pulumi:${name}::`, `urn:pulumi:${to}::`);
    this.#edit(stack, (one) => ({ ...one, urn: renamed(one.urn), provider: renamed(one.provider) }));
  }

  /** `pulumi state rename`. */
  renameResource(name: string, urn: string, logical: string): void {
    const renamed = urn.replace(/[^:]*$/, logical);
    this.#edit(this.get(name), (one) => (one.urn === urn ? { ...one, urn: renamed } : one));
  }

  /** `pulumi state taint`. */
  taint(name: string, urn: string): void {
    this.#edit(this.get(name), (one) => (one.urn === urn ? { ...one, taint: true } : one));
  }

  /** `pulumi state untaint --all`. */
  untaint(name: string): void {
    this.#edit(this.get(name), (one) => ({ ...one, taint: false }));
  }

  /** `pulumi state delete`. */
  forget(name: string, urn: string): void {
    const stack = this.get(name);
    if (stack.checkpoint === undefined) return;
    const resources = stack.checkpoint.resources.filter((one) => one.urn !== urn);
    stack.checkpoint = { ...stack.checkpoint, resources };
  }

  #edit(stack: Stack, change: (one: ResourceState) => ResourceState): void {
    const { checkpoint } = stack;
    if (checkpoint === undefined) return;
    const pending = checkpoint.pending.map((one) => {
      const { urn } = change({ ...one.resource, id: "", outputs: {}, provider: "" });
      return { ...one, resource: { ...one.resource, urn } };
    });
    stack.checkpoint = { resources: checkpoint.resources.map(change), pending };
  }

  /**
   * What a reading CLI command prints; undefined if it fails.
   *
   * @param _title Title of the calling process.
   */
  answer(args: readonly string[], _title: string): string | undefined {
    const option = args[args.indexOf("--stack") + 1] ?? "";
    switch (`${args[0]} ${args[1]}`) {
      case "stack export":
        return this.stacks.has(option) ? this.export(option) : undefined;
      case "stack history":
        return JSON.stringify(
          this.stacks.get(option)?.history.map(({ startMs, endMs }) => ({
            startTime: seconds(startMs),
            endTime: seconds(endMs),
          })) ?? [],
        );
      case "stack ls":
        return JSON.stringify(
          [...this.stacks.values()].map(({ name, updatedAtMs, lockedBy }) => ({
            name,
            ...(updatedAtMs !== undefined && { lastUpdate: new Date(updatedAtMs).toISOString() }),
            updateInProgress: lockedBy !== undefined,
          })),
        );
      default:
        return undefined;
    }
  }

  /** The output of `pulumi stack export`, with encrypted secrets. */
  export(name: string): string {
    const { checkpoint } = this.get(name);
    const resources = checkpoint?.resources.map((one) => ({
      ...one,
      inputs: encrypted(one.inputs),
      outputs: encrypted(one.outputs),
    }));
    const pending = checkpoint?.pending.map((one) => ({
      ...one,
      resource: { ...one.resource, inputs: encrypted(one.resource.inputs) },
    }));
    return JSON.stringify({
      version: 3,
      deployment: checkpoint === undefined ? null : { manifest: { time: "" }, resources, pending_operations: pending },
    });
  }
}

/** Times in the history have whole seconds. */
function seconds(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString();
}

/** A value as in a state file: values with a secret mark are unreadable. */
export function encrypted(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(encrypted);
  if (signatureKey in value) return { [signatureKey]: secretSignature, ciphertext: "…" };
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, encrypted(element)]));
}
