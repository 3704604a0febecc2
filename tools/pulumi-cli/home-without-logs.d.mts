/**
 * Creates a folder for PULUMI_HOME in which the CLI keeps no logs. It writes all properties of an update to a file in `logs`,
 * which takes up to two fifths of an update's time, and reads through all files there at each start. There is no setting to turn
 * that off; if `logs` is a file, the CLI works without logs.
 *
 * @returns The folder.
 */
export function homeWithoutLogs(folder: string): string;
