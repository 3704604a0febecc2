import { z } from "zod";
import { pageOf, timestamp } from "../field.ts";

/** States of a task; others may appear and mean "not done yet". companion §1.2. */
export const taskStates = ["NEW", "RUNNING", "FINISHED", "ERROR"] as const;

/** An asynchronous operation of the platform. There is no progress field. companion §1.2. */
export const task = z.looseObject({
  id: z.string().describe("Task id (UUID)."),
  task_type: z
    .string()
    .nullish()
    .describe("Type of the task, such as `create_k8s_cluster_v2`; may change, so do not compare it."),
  state: z.string().describe("`NEW`, `RUNNING`, `FINISHED` or `ERROR`; a task in any other state is still running."),
  created_on: timestamp.nullish().describe("When it was created; may lack a time zone."),
  updated_on: timestamp.nullish().describe("When the task last changed."),
  finished_on: timestamp.nullish().describe("When the task ended."),
  error: z.string().nullish().describe("Cause of a failure; may come before the state is `ERROR`."),
  created_resources: z
    .record(z.string(), z.union([z.array(z.union([z.string(), z.number()])), z.null()]))
    .nullish()
    .describe("Ids of the created objects, by kind: `k8s_clusters` holds the UUID of a cluster."),
  data: z.unknown().describe("Parameters of the task."),
  project_id: z.int().nullish().describe("Project of the task."),
  region_id: z.int().nullish().describe("Region of the task."),
  client_id: z.int().nullish().describe("Client that owns the task."),
  user_id: z.int().nullish().describe("User who started the task."),
});

export type Task = z.output<typeof task>;

/** The response of every asynchronous operation. platform-api §4 #3. */
export const taskIds = z.looseObject({ tasks: z.array(z.string()).describe("Ids of the started tasks.") });

export const taskList = pageOf(task);
