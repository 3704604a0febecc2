/** The command as functions, for use in other programs. */
export { check } from "./check.ts";
export { commandLine, run } from "./command-line.ts";
export { CheckError } from "./error.ts";
export { readEvents } from "./events.ts";
export { exitCodes } from "./exit-code.ts";
export { forReview } from "./for-review.ts";
export { formatNames, formats } from "./formats/index.ts";
export { type CheckOptions, checkOptions } from "./options.ts";
export { countsOf, type Finding, type Report, summaryOf } from "./report.ts";
