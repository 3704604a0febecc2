import { codedText, type ErrorCode } from "@cloudplatform/pulumi/errors";

/** The check could not run. The message gives the reason and what to do, and ends with the code of its family. */
export class CheckError extends Error {
  constructor(message: string, errorCode: ErrorCode) {
    super(codedText(message, errorCode));
    this.name = "CheckError";
  }
}
