import { codedText, type ErrorCode } from "../../errors/index.ts";

/** The operation has failed half-way: what exists is kept in state, and the next `up` continues. */
export class PartialFailureError extends Error {
  readonly id: string;
  readonly state: object;
  readonly errorCode: ErrorCode;

  constructor(id: string, state: object, message: string, errorCode: ErrorCode) {
    super(codedText(message, errorCode));
    this.name = "PartialFailureError";
    this.id = id;
    this.state = state;
    this.errorCode = errorCode;
  }
}

/**
 * The operation cannot continue. The message is complete: only the code of its family is appended, whose cause and remedy are in
 * `provider/errors`.
 */
export class OperationError extends Error {
  readonly errorCode: ErrorCode;
  /** The message without its code. */
  readonly detail: string;

  constructor(message: string, errorCode: ErrorCode) {
    super(codedText(message, errorCode));
    this.name = "OperationError";
    this.errorCode = errorCode;
    this.detail = message;
  }
}
