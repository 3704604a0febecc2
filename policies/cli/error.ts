import { codedText, type ErrorCode } from "@cloudplatform/pulumi/errors";

/** The check could not run. The message gives the reason and what to do, and ends with the code of its family. */
export class CheckError extends Error {
  /** The message without its code, for use in another error. */
  readonly detail: string;

  constructor(message: string, errorCode: ErrorCode) {
    super(codedText(message, errorCode));
    this.name = "CheckError";
    this.detail = message;
  }
}
