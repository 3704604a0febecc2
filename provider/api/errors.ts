import { z } from "zod";
import type { Area } from "./endpoint.ts";

/** Error bodies, which differ by area. companion §7.1. */

const byField = z.record(z.string(), z.json());

/** `request_id` is the only place where the cloud area identifies a request. */
const cloudError = z.looseObject({
  exception_class: z.string().optional().describe("Kind of the error, such as `NotFoundError`."),
  message: z.string().describe("Description of the error."),
  request_id: z.string().optional().describe("Id of the request, for support."),
  info: z.looseObject({}).optional().describe("Quota errors: the quota, its usage and the requested amount."),
  invalid_fields: z.record(z.string(), z.array(z.string())).optional().describe("Messages by field."),
});

/** Validation errors name fields, nested by index in lists; permission and plan errors are a single message. */
const cdnError = z.union([
  z.looseObject({ errors: z.union([z.array(z.string()), byField]).describe("Messages, or messages by field.") }),
  z.looseObject({ message: z.string().describe("Description of the error.") }),
]);

const streamingError = z.union([
  z.looseObject({
    status: z.int().optional().describe("Status of the response."),
    error: z.string().describe("Description of the error."),
  }),
  z.looseObject({ errors: z.union([z.array(z.string()), byField]).describe("Messages, or messages by field.") }),
]);

/** A 404 has no body. */
const edgeError = z.looseObject({
  error: z.string().describe("Description of the error."),
  conflicting_ids: z.array(z.int()).optional().describe("Conflict errors: what uses the object."),
});

const storageError = z.looseObject({ error: z.string().describe("Description of the error.") });

export const errorBodies = {
  streaming: streamingError,
  cdn: cdnError,
  cloud: cloudError,
  edge: edgeError,
  storage: storageError,
} satisfies Record<Area, z.ZodType>;
