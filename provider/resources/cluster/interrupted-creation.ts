import { z } from "zod";
import { requestedAddress } from "../../engine/ownership/open-requests.ts";
import type { ClusterOperation } from "./operation.ts";

/** The creation of a cluster that an earlier run recorded and did not finish. */
interface InterruptedCreation {
  /** Address of the cluster that was requested, or was about to be. */
  address: string;
  /** Tasks in the response; undefined: there was no response. */
  tasks: readonly string[] | undefined;
}

const tasksSchema = z.array(z.string());

/** Undefined: there is none. */
export function interruptedCreationOf(operation: ClusterOperation): InterruptedCreation | undefined {
  const { previous } = operation.context.record;
  const address = requestedAddress(previous);
  return address === undefined ? undefined : { address, tasks: tasksSchema.safeParse(previous?.tasks).data };
}
