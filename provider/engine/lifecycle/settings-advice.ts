import { ConnectionError, InvalidResponseError, ResponseError, UnprovenAbsenceError } from "../../client/index.ts";

/** What to do where an operation of the state, which has the settings of the last `up`, meets an error of its settings. */
export function settingsAdvice(verb: string, error: unknown): string {
  if ((verb !== "Reading" && verb !== "Deleting") || !isOfSettings(error)) return "";
  return " refresh and destroy use the settings of the last up; pulumi refresh --run-program uses those of the program.";
}

/** Whether wrong settings can be the cause. */
function isOfSettings(error: unknown): boolean {
  if (error instanceof ResponseError) return [401, 403, 404, 410].includes(error.status) || error.status < 400;
  return (
    error instanceof ConnectionError || error instanceof InvalidResponseError || error instanceof UnprovenAbsenceError
  );
}
