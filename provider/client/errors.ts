import { codedText, type ErrorCode } from "../errors/index.ts";
import type { AbsenceProof } from "./evidence/absence.ts";

/**
 * Base class of the client's errors. Each has a stable `code` and a self-contained message of one or two lines: what failed, what
 * was seen, what to do.
 */
export abstract class PlatformError extends Error {
  abstract readonly code: string;
  /** Family of the error, such as `CP1103`, which ends the message: docs/errors.md lists its cause and remedy. */
  readonly errorCode: ErrorCode;
  /**
   * The message without its code. For a request, also without what failed, so that an operation can state that in its own words.
   */
  readonly detail: string;

  constructor(message: string, errorCode: ErrorCode, detail = message) {
    super(codedText(message, errorCode));
    this.name = new.target.name;
    this.errorCode = errorCode;
    this.detail = detail;
  }
}

/** A setting is missing or invalid. Nothing was sent. */
export class SettingsError extends PlatformError {
  readonly code = "settings";
}

/** The input of a lookup or call is invalid. Nothing was sent. */
export class InputError extends PlatformError {
  readonly code = "input";
  readonly problems: readonly string[];

  constructor(what: string, problems: readonly string[]) {
    const list = problems.map((problem) => `  - ${problem}`).join("\n");
    super(`${what}: invalid arguments, so nothing was sent:\n${list}`, "CP1006");
    this.problems = problems;
  }
}

/** A read-only client was asked to send a request that may change something. Nothing was sent. */
export class ReadOnlyError extends PlatformError {
  readonly code = "readOnly";

  constructor({ method, path, summary }: { method: string; path: string; summary: string }) {
    super(
      `"${summary}" (${method} ${path}) was not sent: this client only reads. Run it without CLOUDPLATFORM_READ_ONLY, or with a client that is not readOnly, if the change is intended.`,
      "CP1007",
    );
  }
}

/** The request that an error belongs to. */
export interface RequestInfo {
  method: string;
  /** Path with its parameters filled in, without the query. */
  path: string;
  baseUrl: string;
}

/**
 * Whether the platform may have executed a failed request. `no`: it is safe to send again. `maybe`: first search for what it may
 * have created.
 */
export type SideEffect = "no" | "maybe" | "yes";

/** A request that got no usable response. */
export abstract class RequestError extends PlatformError implements RequestInfo {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  readonly sideEffect: SideEffect;

  constructor(request: RequestInfo, sideEffect: SideEffect, what: string, detail: string, errorCode: ErrorCode) {
    super(`${what}: ${detail}`, errorCode, detail);
    this.method = request.method;
    this.path = request.path;
    this.baseUrl = request.baseUrl;
    this.sideEffect = sideEffect;
  }

  /** @deprecated Renamed to {@link sideEffect}. */
  get acted(): SideEffect {
    return this.sideEffect;
  }
}

/** No response: the platform could not be reached, the connection broke, or the request timed out. */
export class ConnectionError extends RequestError {
  readonly code = "connection";
  /** The system's own code, such as `ECONNREFUSED`. */
  readonly reason: string;

  constructor(request: RequestInfo, sideEffect: SideEffect, reason: string, what: string, detail: string) {
    super(request, sideEffect, what, detail, "CP1101");
    this.reason = reason;
  }
}

/** A response with an error status. */
export class ResponseError extends RequestError {
  readonly code = "response";
  readonly status: number;
  readonly platformMessage: string;
  readonly requestId?: string;
  /** Class of the error in the cloud area: `NotFoundError`, `QuotaLimitExceed`. */
  readonly exceptionClass?: string;
  readonly retryAfterMs?: number;
  /** Whether the body has the form of the platform's errors, and not that of a gateway or another server. */
  readonly hasOwnForm: boolean;
  /** Whether the body is empty: both the platform and a gateway may send that. */
  readonly isBare: boolean;
  /** What failed, for a message. */
  readonly what: string;

  constructor(request: RequestInfo, sideEffect: SideEffect, what: string, detail: string, details: ResponseDetails) {
    super(request, sideEffect, what, detail, codeOfStatus(details.status));
    this.status = details.status;
    this.platformMessage = details.platformMessage;
    this.requestId = details.requestId;
    this.exceptionClass = details.exceptionClass;
    this.retryAfterMs = details.retryAfterMs;
    this.hasOwnForm = details.hasOwnForm ?? false;
    this.isBare = details.isBare ?? false;
    this.what = what;
  }
}

/** The platform itself reports that the object does not exist. */
export class AbsentError extends ResponseError {
  /** Only `evidence/absence.ts` can create one. */
  readonly proof: AbsenceProof;

  constructor(error: ResponseError, proof: AbsenceProof) {
    super(error, error.sideEffect, error.what, error.detail, error);
    this.proof = proof;
  }
}

/** A 404 or 410 that does not prove that the object is gone. The object stays in state. */
export class UnprovenAbsenceError extends RequestError {
  readonly code = "unproven";
  readonly status: number;
  /** Whether another request shows the object. For a while after a change, either of the two may be stale. */
  readonly isContradicted: boolean;

  constructor(error: ResponseError, reason: string, isContradicted = false) {
    const detail = `${error.detail} That does not show that the object is gone: ${reason.replace(/\.$/, "")}. It stays in state. Check baseUrl ${error.baseUrl} and the API key, and run again.`;
    super(error, error.sideEffect, error.what, detail, "CP1110");
    this.status = error.status;
    this.isContradicted = isContradicted;
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return "CP1103";
  if (status === 403) return "CP1104";
  if (status === 404 || status === 410) return "CP1105";
  if (status === 429) return "CP1106";
  if (status >= 500) return "CP1107";
  return status >= 400 ? "CP1102" : "CP1108";
}

interface ResponseDetails {
  status: number;
  platformMessage: string;
  requestId?: string;
  exceptionClass?: string;
  retryAfterMs?: number;
  hasOwnForm?: boolean;
  isBare?: boolean;
}

/** A response with a success status that does not match the contract. It never becomes state. */
export class InvalidResponseError extends RequestError {
  readonly code = "answer";
  readonly status: number;
  /** Whether the platform accepted the request without returning the object: the body is empty or lacks fields. */
  readonly isSilent: boolean;

  constructor(request: RequestInfo, status: number, what: string, detail: string, isSilent = false) {
    super(request, "yes", what, detail, "CP1109");
    this.status = status;
    this.isSilent = isSilent;
  }
}

/** The platform counts more objects than its list shows, so a missing object proves nothing. */
export class IncompleteListError extends PlatformError {
  readonly code = "incomplete";

  constructor(shown: number, total: number) {
    super(
      `The platform counts ${total} objects in a list but showed ${shown} of them, so the list is incomplete. Run again; if this persists, the platform pages its lists in an unknown way.`,
      "CP1109",
    );
  }
}

/** @deprecated Renamed to {@link InvalidResponseError}. */
export const AnswerError = InvalidResponseError;
/** @deprecated Renamed to {@link InvalidResponseError}. */
export type AnswerError = InvalidResponseError;

/** A task of the platform ended in `ERROR`. */
export class TaskError extends PlatformError {
  readonly code = "task";
  readonly taskId: string;

  constructor(taskId: string, message: string) {
    super(message, "CP1201");
    this.taskId = taskId;
  }
}

/** An operation has exceeded its deadline. */
export class DeadlineError extends PlatformError {
  readonly code = "deadline";

  constructor(message: string) {
    super(message, "CP1202");
  }
}

/** The operation was interrupted. */
export class CancelledError extends PlatformError {
  readonly code = "cancelled";

  constructor(message: string) {
    super(message, "CP1203");
  }
}

/** Returns the text of an error without its code, for use in another error. */
export function detailOf(error: unknown): string {
  if (error instanceof Error && "detail" in error && typeof error.detail === "string") return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** Returns the response, or undefined when the platform reports that the object does not exist. */
export async function getOrUndefined<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether an error proves that the object does not exist. */
export function isNotFound(error: unknown): error is AbsentError {
  return error instanceof AbsentError;
}
