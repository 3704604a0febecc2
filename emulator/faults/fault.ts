import { z } from "zod";

/** Which requests a fault meets; without any of these, all of them. */
const target = {
  endpoint: z.string().optional().describe("Id of an endpoint of the table, such as `ruleTemplates.create`."),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional().describe("Only requests with this method."),
  path: z.string().optional().describe("Only requests whose path fits; `*` stands for any text."),
  count: z.int().min(1).optional().describe("Ends after so many requests that it met. Left out: stays."),
  probability: z.number().min(0).max(1).default(1).describe("Share of the requests that it meets."),
  seed: z.int().default(1).describe("Start of the random numbers, so that a run repeats exactly."),
};

const body = z.unknown().optional().describe("Body of the answer in place of the area's own.");

/** A fault that the platform is to show, by name. */
export const faultSpec = z.discriminatedUnion("name", [
  z.strictObject({
    name: z.literal("status"),
    ...target,
    status: z.int().min(400).max(599).describe("Status of the answer; the handler is not reached."),
    retryAfter: z
      .union([z.int().min(0), z.string()])
      .optional()
      .describe("Retry-After: seconds or an HTTP date."),
    body,
  }),
  z.strictObject({ name: z.literal("delay"), ...target, ms: z.int().min(0).max(600_000).describe("Real time.") }),
  z.strictObject({ name: z.literal("drop-before"), ...target }),
  z.strictObject({ name: z.literal("drop-after"), ...target }),
  z.strictObject({
    name: z.literal("late"),
    ...target,
    ms: z.int().min(0).max(600_000).describe("Real time until the platform acts; the connection is dropped at once."),
  }),
  z.strictObject({ name: z.literal("garbage"), ...target, body: z.string().optional().describe("Text to send.") }),
  z.strictObject({
    name: z.literal("task-error"),
    ...target,
    error: z.string().default("The task failed (injected fault).").describe("Text of the task's error."),
    leavesBehind: z.boolean().optional().describe("A failed create leaves the half-made object behind."),
  }),
  z.strictObject({ name: z.literal("task-stall"), ...target }),
  z.strictObject({ name: z.literal("duplicate-field"), ...target }),
  z.strictObject({ name: z.literal("unknown-field"), ...target }),
]);

export type FaultSpec = z.output<typeof faultSpec>;
export type FaultName = FaultSpec["name"];
export type FaultNamed<Name extends FaultName> = Extract<FaultSpec, { name: Name }>;
