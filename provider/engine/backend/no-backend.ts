import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { Backend } from "../handler/backend.ts";

/** The backend of a process that no engine has started, such as a script: nothing keeps a state for it. */
export const noBackend: Backend = {
  stateOf: async () => emptyState,
  stateNamed: async () => emptyState,
  otherStacks: async () => [],
  runsOf: async () => [],
};

const emptyState: Deployment = { manifest: undefined, resources: [], pending_operations: [] };
