/** A line of the engine's own log at -v=9, as JSON or as written to a terminal. */
const line = /^\{"time":".*"v":\d+\}$|^[IWE]\d{4} \d\d:\d\d/;

/**
 * Removes the lines of the engine's own log, which contains the messages between engine and program
 * (https://github.com/pulumi/pulumi/pull/23931: later releases hide them unless --logsecrets is set).
 */
export function withoutEngineLog(text: string): string {
  return text
    .split("\n")
    .filter((each) => !line.test(each))
    .join("\n");
}
