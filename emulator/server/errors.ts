import { randomUUID } from "node:crypto";
import type { Area } from "@cloudplatform/pulumi/api";
import type { z } from "zod";

interface Details {
  /** What is wrong, by field. */
  fields?: Record<string, string[]>;
  /** Name of the cloud area's exception; derived from the status when left out. */
  exceptionClass?: string;
  /** More of the cloud area: quota figures. */
  info?: Record<string, unknown>;
  /** Ids that stand in the way, in the edge area. */
  conflictingIds?: number[];
  headers?: Record<string, string>;
}

/** A request that the platform refuses. `toBody` gives it the shape of its area. */
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

/** Some platforms answer 400 where others answer 409 (habits). */
export const conflictAs = (status: "409" | "400", message: string) => new PlatformError(Number(status), message);

/** A refused value, with the path of the field in the wire's spelling. */
export function invalid(path: string, message: string): PlatformError {
  return new PlatformError(400, `${path}: ${message}`, { fields: { [path]: [message] } });
}

/** What the schema found wrong with a request. */
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

/** `["pools", 0, "name"]` → `pools.0.name`, the platform's way to name a field. */
function fieldPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

/** Of a union the alternative that came closest says more than "Invalid input". */
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

/** Each area has its own shape of errors (companion §7.1); undefined is an answer without a body. */
const shapes: Record<Area, (error: PlatformError) => unknown> = {
  cloud: ({ status, message, details }) => ({
    exception_class: details.exceptionClass ?? exceptionClasses[status] ?? "HTTPError",
    message,
    request_id: randomUUID(),
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

/** Streaming answers 422 to a field that it does not accept, everyone else 400 (companion §7.1). */
export function statusIn(area: Area, error: PlatformError): number {
  return area === "streaming" && error.status === 400 && error.details.fields !== undefined ? 422 : error.status;
}

export function toBody(area: Area, error: PlatformError): unknown {
  return shapes[area](error);
}
