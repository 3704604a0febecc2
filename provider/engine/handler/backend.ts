import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { Readable } from "../../values/unreadable.ts";

/** How a state is read. */
export interface Reading {
  /** The state that earlier runs have left is enough: it is read once per process. */
  isEarlier?: boolean;
  /** The state from the begin of this resource's operation is enough: it is read once for all of the resource's objects. */
  operation?: string;
}

/** A run of a stack that has ended. Times are truncated to whole seconds. */
export interface EndedRun {
  startTime: string;
  endTime: string;
  /** `succeeded` or `failed`. */
  result?: string | undefined;
}

/** What Pulumi's backend says about stacks: the engine shows a provider no state except a resource's own. */
export interface Backend {
  /** Returns the state of a resource's stack. */
  stateOf(urn: string, reading?: Reading): Promise<Readable<Deployment>>;
  /** Returns the state of a stack by its name. */
  stateNamed(stack: string, reading?: Reading): Promise<Readable<Deployment>>;
  /** Returns the names of all stacks, except the resource's own, that may have been updated since a time. */
  otherStacks(urn: string, since: number, reading?: Reading): Promise<Readable<string[]>>;
  /** Returns the newest ended runs of a resource's stack, a few hundred; read once per process. */
  runsOf(urn: string): Promise<Readable<EndedRun[]>>;
}

/** The backend of a process that no engine has started, such as a script: nothing keeps a state for it. */
export const noBackend: Backend = {
  stateOf: async () => emptyState,
  stateNamed: async () => emptyState,
  otherStacks: async () => [],
  runsOf: async () => [],
};

const emptyState: Deployment = { manifest: undefined, resources: [], pending_operations: [] };
