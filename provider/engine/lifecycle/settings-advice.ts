import { ConnectionError, InvalidResponseError, ResponseError, UnprovenAbsenceError } from "../../client/index.ts";

/** Returns advice for an operation that uses the settings in state, those of the last `up`, and fails because of them. */
export function settingsAdvice(verb: string, error: unknown): string {
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
