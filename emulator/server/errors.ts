import type { Area } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import { randomUuid } from "../random-uuid.ts";

interface Details {
  /** Messages by field. */
  fields?: Record<string, string[]>;
  /** Name of the cloud area's exception; by default derived from the status. */
  exceptionClass?: string;
  /** Additional data of the cloud area: quota figures. */
  info?: Record<string, unknown>;
  /** Ids of the conflicting objects, in the edge area. */
  conflictingIds?: number[];
  headers?: Record<string, string>;
}

/** An error response of the platform. `toErrorBody` gives it the shape of its area. */
export class PlatformError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.name = "PlatformError";
    this.status = status;
    this.details = details;
  }
}

export const notFound = (what: string) => new PlatformError(404, `${what} was not found.`);
export const conflict = (message: string) => new PlatformError(409, message);
export const forbidden = (message: string) => new PlatformError(403, message);

/** Some platforms respond with 400 where others respond with 409 (behaviors). */
export const conflictAs = (status: "409" | "400", message: string) => new PlatformError(Number(status), message);

/** An invalid value, with the field's path in wire names. */
export function invalid(path: string, message: string): PlatformError {
  return new PlatformError(400, `${path}: ${message}`, { fields: { [path]: [message] } });
}

/** The error for the issues that a schema reports. */
export function invalidRequest(issues: readonly z.core.$ZodIssue[]): PlatformError {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of issues) {
    const path = fieldPath(issue.path);
    fields[path] ??= [];
    fields[path].push(messageOf(issue));
  }
  const text = Object.entries(fields).map(([path, messages]) => `${path}: ${messages.join(", ")}`);
  return new PlatformError(400, text.join("; "), { fields });
}

/** `["pools", 0, "name"]` → `pools.0.name`, the platform's notation for a field. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

/** For a union, the issue of the closest alternative instead of "Invalid input". */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return closest === undefined ? issue.message : messageOf(closest);
}

const exceptionClasses: Record<number, string> = {
  400: "ValidationError",
  401: "UnauthorizedError",
  403: "ForbiddenError",
  404: "NotFoundError",
  409: "ConflictError",
  429: "RateLimitError",
};

/** Each area has its own error shape (companion §7.1); undefined is a response without a body. */
const errorShapes: Record<Area, (error: PlatformError) => unknown> = {
  cloud: ({ status, message, details }) => ({
    exception_class: details.exceptionClass ?? exceptionClasses[status] ?? "HTTPError",
    message,
    request_id: randomUuid(),
    ...(details.info && { info: details.info }),
    ...(details.fields && { invalid_fields: details.fields }),
  }),
  cdn: ({ message, details }) => (details.fields === undefined ? { message } : { errors: details.fields }),
  streaming: ({ status, message, details }) =>
    details.fields === undefined ? { status, error: message } : { errors: details.fields },
  edge: ({ status, message, details }) => {
    if (status === 404) return undefined;
    return { error: message, ...(details.conflictingIds && { conflicting_ids: details.conflictingIds }) };
  },
  storage: ({ message }) => ({ error: message }),
};

/** Streaming responds to an invalid field with 422, the other areas with 400 (companion §7.1). */
export function errorStatus(area: Area, error: PlatformError): number {
  return area === "streaming" && error.status === 400 && error.details.fields !== undefined ? 422 : error.status;
}

export function toErrorBody(area: Area, error: PlatformError): unknown {
  return errorShapes[area](error);
}
