import { z } from "zod";
import { foreignForms } from "../transit/gateway.ts";

/**
 * Selects the requests that a fault applies to; for a task fault, the requests that start the task. Without any field, all match.
 */
const target = {
  endpoint: z.string().optional().describe("Id of an endpoint of the table, such as `ruleTemplates.create`."),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional().describe("Only requests with this method."),
  path: z.string().optional().describe("Only requests whose path matches; `*` matches any text."),
  after: z
    .int()
    .min(0)
    .optional()
    .describe("Number of matching requests that pass before the fault begins. Default: 0."),
  count: z
    .int()
    .min(1)
    .optional()
    .describe("Number of requests, or of tasks for a task fault, after which the fault ends. Default: no limit."),
  seconds: z
    .number()
    .min(0)
    .optional()
    .describe("Seconds of the platform's clock after which the fault ends. Default: no limit."),
  probability: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Probability that the fault applies to a matching request."),
  seed: z.int().default(1).describe("Seed of the random numbers, so that a run can be repeated."),
};

const body = z.unknown().optional().describe("Response body instead of the area's error shape.");

/** A fault to inject, by name. */
export const faultSpec = z.discriminatedUnion("name", [
  z.strictObject({
    name: z.literal("status"),
    ...target,
    status: z.int().min(400).max(599).describe("Response status; the handler does not run."),
    retryAfter: z
      .union([z.int().min(0), z.string()])
      .optional()
      .describe("Retry-After: seconds or an HTTP date."),
    body,
  }),
  z.strictObject({
    name: z.literal("foreign"),
    ...target,
    status: z.int().min(400).max(599).default(404),
    form: z
      .enum(foreignForms)
      .default("text")
      .describe("Form of the body: the response comes from a gateway, not from the platform."),
  }),
  z.strictObject({
    name: z.literal("drip"),
    ...target,
    ms: z
      .int()
      .min(0)
      .max(600_000)
      .describe("Real time before each byte of the response body. 0: single bytes without a pause."),
  }),
  z.strictObject({
    name: z.literal("delay"),
    ...target,
    ms: z.int().min(0).max(600_000).describe("Delay, in real time."),
  }),
  z.strictObject({ name: z.literal("drop-before"), ...target }),
  z.strictObject({ name: z.literal("drop-after"), ...target }),
  z.strictObject({
    name: z.literal("late"),
    ...target,
    ms: z
      .int()
      .min(0)
      .max(600_000)
      .describe("Real time until the handler runs; the connection is dropped immediately."),
  }),
  z.strictObject({ name: z.literal("garbage"), ...target, body: z.string().optional().describe("Text to send.") }),
  z.strictObject({
    name: z.literal("task-error"),
    ...target,
    error: z.string().default("The task failed (injected fault).").describe("Error message of the task."),
    leavesBehind: z.boolean().optional().describe("A failed create leaves the partially created object behind."),
  }),
  z.strictObject({ name: z.literal("task-stall"), ...target }),
  z.strictObject({ name: z.literal("duplicate-field"), ...target }),
  z.strictObject({ name: z.literal("unknown-field"), ...target }),
]);

export type FaultSpec = z.output<typeof faultSpec>;
export type FaultName = FaultSpec["name"];
export type FaultNamed<Name extends FaultName> = Extract<FaultSpec, { name: Name }>;
