import { z } from "zod";
import { requestedAddress } from "../../engine/ownership/open-requests.ts";
import type { ClusterOperation } from "./operation.ts";

/** The record of an interrupted run. */
interface CreateRecord {
  /** Address of the cluster that was requested, or was about to be. */
  address: string;
  /** Tasks in the response; undefined: there was no response. */
  tasks: readonly string[] | undefined;
}

const tasksSchema = z.array(z.string());

/** Returns the record of an interrupted creation; undefined: there is none. */
export function createRecordOf(operation: ClusterOperation): CreateRecord | undefined {
  const { previous } = operation.context.intent;
  const address = requestedAddress(previous);
  return address === undefined ? undefined : { address, tasks: tasksSchema.safeParse(previous?.tasks).data };
}
