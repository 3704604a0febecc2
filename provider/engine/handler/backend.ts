import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { Readable } from "../../values/unreadable.ts";

/** How a state is read. */
export interface Reading {
  /** What earlier runs have left is enough: it is read once in a process. */
  isEarlier?: boolean;
  /** What was there when the operation of this resource had begun is enough: it is read once for its objects. */
  operation?: string;
}

/** A run of a stack that has come to an end. Times are cut to whole seconds. */
export interface EndedRun {
  startTime: string;
  endTime: string;
}

/** What Pulumi's backend says of stacks: the engine shows a provider no state but a resource's own. */
export interface Backend {
  /** State of the stack of a resource. */
  stateOf(urn: string, reading?: Reading): Promise<Readable<Deployment>>;
  /** State of a stack by its name. */
  stateNamed(stack: string, reading?: Reading): Promise<Readable<Deployment>>;
  /** Names of all stacks but that of a resource which may have been updated since a time. */
  otherStacks(urn: string, since: number, reading?: Reading): Promise<Readable<string[]>>;
  /** The newest ended runs of the stack of a resource, some hundred; read once in a process. */
  runsOf(urn: string): Promise<Readable<EndedRun[]>>;
}
