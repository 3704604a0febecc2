import { OperationError } from "../../engine/handler/errors.ts";

/** The command lacks something: a project, a stack, a login, a package. The text says what to do. */
export class ReviewError extends OperationError {}

/** A review is not applied. The text says why, in words of its own for each reason; nothing was touched. */
export class NotAppliedError extends OperationError {}

/** Ctrl-C. The text says what was done. */
export class InterruptedError extends OperationError {}
