import { OperationError } from "../../engine/handler/errors.ts";

/** A prerequisite is missing: a project, a stack, a login, a package, a readable file. Nothing was changed; the message says what to do. */
export class ReviewError extends OperationError {}

/** An update began and failed. The steps that it finished are in state. */
export class UpdateFailedError extends OperationError {}

/** A review was not applied, and nothing was changed. Each reason has its own message. */
export class NotAppliedError extends OperationError {}

/** Interrupted with Ctrl-C. The message says what had been done. */
export class InterruptedError extends OperationError {}
