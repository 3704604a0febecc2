import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, projectAndRegion } from "../field.ts";
import { task, taskList, taskStates } from "./task.ts";

const paging = {
  limit: z.int().min(1).max(1000).default(10).describe("Maximum number of tasks in the response."),
  offset: z.int().min(0).default(0).describe("Number of tasks to skip."),
};

export const tasksEndpoints = [
  endpoint({
    id: "tasks.get",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/tasks/{task_id}",
    summary: "Read a task",
    source: "companion §1.1",
    params: z.object({ task_id: z.string().min(1).describe("Task.") }),
    response: task,
  }),
  endpoint({
    id: "tasks.list",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/tasks",
    summary: "List tasks",
    source: "companion §1.1",
    query: z.object({
      ...paging,
      order_by: z.enum(["asc", "desc"]).default("desc").describe("Order by creation time."),
      state: z.array(z.enum(taskStates)).optional().describe("Only tasks in these states."),
      task_type: z.string().optional().describe("Only tasks of this type."),
      project_id: z.array(id).optional().describe("Only tasks of these projects."),
      region_id: z.array(id).optional().describe("Only tasks of these regions."),
      from_timestamp: z.string().optional().describe("Only tasks created at or after this time."),
      to_timestamp: z.string().optional().describe("Only tasks created before this time."),
    }),
    response: taskList,
  }),
  endpoint({
    id: "tasks.active",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/tasks/{project_id}/{region_id}/active",
    summary: "List the tasks of a region that are not finished",
    source: "companion §1.1",
    params: z.object(projectAndRegion),
    query: z.object({ ...paging, task_type: z.array(z.string()).optional().describe("Only tasks of these types.") }),
    response: taskList,
  }),
] as const;
