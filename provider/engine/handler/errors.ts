import { codedText, type ErrorCode } from "../../errors/index.ts";

/** The operation has failed after a part of it: what exists is kept in state, and the next `up` continues. */
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
 * The operation cannot go on. The message is complete: nothing is added to it but the code of its family, of which
 * `provider/errors` has the cause and the remedy.
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
