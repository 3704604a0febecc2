import { z } from "zod";
import { pageOf, timestamp } from "../field.ts";

/** States of a task; others may appear and mean "not done yet". companion §1.2. */
export const taskStates = ["NEW", "RUNNING", "FINISHED", "ERROR"] as const;

/** An asynchronous operation of the platform. There is no progress field. companion §1.2. */
export const task = z.looseObject({
  id: z.string().describe("Task id (UUID)."),
  task_type: z.string().nullish().describe("What it does, such as `create_k8s_cluster_v2`; not to be matched on."),
  state: z.string().describe("`NEW`, `RUNNING`, `FINISHED`, `ERROR`; anything else is still going on."),
  created_on: timestamp.nullish().describe("When it was created; may lack a time zone."),
  updated_on: timestamp.nullish().describe("When it last moved."),
  finished_on: timestamp.nullish().describe("When it ended."),
  error: z.string().nullish().describe("Cause of a failure; may come before the state is `ERROR`."),
  created_resources: z
    .record(z.string(), z.union([z.array(z.union([z.string(), z.number()])), z.null()]))
    .nullish()
    .describe("Ids of what it made, by kind: `k8s_clusters` holds the UUID of a cluster."),
  data: z.unknown().describe("Parameters of the task."),
  project_id: z.int().nullish().describe("Project that it works in."),
  region_id: z.int().nullish().describe("Region that it works in."),
  client_id: z.int().nullish().describe("Client whose task it is."),
  user_id: z.int().nullish().describe("User who started it."),
});

export type Task = z.output<typeof task>;

/** The response of every asynchronous operation. platform-api §4 #3. */
export const taskIds = z.looseObject({ tasks: z.array(z.string()).describe("Ids of the tasks that were started.") });

export const taskList = pageOf(task);
