import {
  ConnectionError,
  InvalidResponseError,
  PlatformError,
  ResponseError,
  UnprovenAbsenceError,
} from "../../client/index.ts";
import { codedText, type ErrorCode } from "../../errors/index.ts";
import { UnreadableError } from "../compare/coerce.ts";
import { OperationError, PartialFailureError } from "../handler/errors.ts";
import type { OperationSecrets } from "../secrets/operation-secrets.ts";
import type { Result } from "./request.ts";

/** `Creating CDN rule template "images"`. */
export function operationText(verb: string, noun: string, name: string): string {
  return `${verb} ${noun} "${name}"`;
}

/** Returns the error with its code, as one of several in the error of a resource. */
export function operationMessage(what: string, error: unknown): string {
  return codedText(operationDetail(what, error), errorCodeOf(error));
}

/** Returns the error as the user reads it, without its code: complete in one or two lines, without stack or cause. */
export function operationDetail(what: string, error: unknown): string {
  if (error instanceof UnreadableError) return `${what} stopped: ${error.detail}.`;
  if (error instanceof OperationError) return error.detail;
  if (error instanceof PlatformError) return `${what} failed: ${error.detail}`;
  // Anything else is a defect of the provider: its stack is needed to fix it.
  const place = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${what} failed unexpectedly. This is a bug in the provider, please report it: ${place}`;
}

/** Returns the code of the error's family. */
export function errorCodeOf(error: unknown): ErrorCode {
  return error instanceof OperationError || error instanceof PlatformError ? error.errorCode : "CP9001";
}

/** Parses the id in the option `import`, for a resource whose ids are numbers. */
export function parseNumericId(text: string, noun: string, example = 'a number such as "123"'): string {
  if (/^[1-9]\d*$/.test(text)) return text;
  throw new OperationError(
    `"${text}" is not an id of ${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}; expected ${example}.`,
    "CP2101",
  );
}

/**
 * An error for the engine. The dynamic provider's process also prints the stack of errors in some operations;
 * `pulumi/dynamic/errors.ts` keeps it off the screen.
 */
export class EngineError extends Error {
  /** Family of the error; it ends the message. */
  readonly errorCode: ErrorCode;

  constructor(message: string, errorCode: ErrorCode) {
    super(message);
    this.errorCode = errorCode;
    this.stack = "";
  }

  override toString(): string {
    EngineError.isBeingPrinted = true;
    return "";
  }

  /** Whether such an error was converted to text since this was last set to false. */
  static isBeingPrinted = false;
}

/** An error that keeps an unfinished resource in state: the next `up` calls `update` on it. */
export class PartialStateError extends EngineError {
  readonly made: Result;

  constructor(made: Result, message: string, errorCode: ErrorCode) {
    super(message, errorCode);
    this.made = made;
  }
}

interface FailedOperation {
  verb: string;
  noun: string;
  name: string;
  secrets: OperationSecrets;
  /** Returns what state keeps of an existing object. */
  keep(id: string, state: object): Result;
}

/** Returns the error of an operation as the user reads it, without secrets. */
export function shownError(error: unknown, { verb, noun, name, secrets, keep }: FailedOperation): EngineError {
  if (error instanceof PartialFailureError)
    return new PartialStateError(keep(error.id, error.state), secrets.redact(error.message), error.errorCode);
  const text = `${operationDetail(operationText(verb, noun, name), error)}${settingsAdvice(verb, error)}`;
  return new EngineError(secrets.redact(codedText(text, errorCodeOf(error))), errorCodeOf(error));
}

/** Returns advice for an operation that uses the settings in state, those of the last `up`, and fails because of them. */
function settingsAdvice(verb: string, error: unknown): string {
  if ((verb !== "Reading" && verb !== "Deleting") || !isOfSettings(error)) return "";
  return " refresh and destroy use the settings of the last up; pulumi refresh --run-program uses those of the program.";
}

/** Whether wrong settings may be the cause. */
function isOfSettings(error: unknown): boolean {
  if (error instanceof ResponseError) return [401, 403, 404, 410].includes(error.status) || error.status < 400;
  return (
    error instanceof ConnectionError || error instanceof InvalidResponseError || error instanceof UnprovenAbsenceError
  );
}
