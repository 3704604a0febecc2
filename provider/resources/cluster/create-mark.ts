import { z } from "zod";
import type { ClusterOperation } from "./operation.ts";

/** The record of an interrupted run. */
interface CreateRecord {
  /** Address of the cluster that was requested, or was about to be. */
  address: string;
  /** Tasks in the response; undefined: there was no response. */
  tasks: readonly string[] | undefined;
}

const markSchema = z.object({ address: z.string() });
const tasksSchema = z.array(z.string());

/** Returns the record of an interrupted creation; undefined: there is none. */
export function createRecordOf(operation: ClusterOperation): CreateRecord | undefined {
  const { mark, tasks } = operation.context.intent.previous ?? {};
  const address = markSchema.safeParse(mark).data?.address;
  return address === undefined ? undefined : { address, tasks: tasksSchema.safeParse(tasks).data };
}
