/**
 * Makes a folder for PULUMI_HOME where the CLI keeps no logs. It writes all properties of an update to a file in `logs`, which takes up
 * to two fifths of an update's time, and looks through all files there at each start. There is no setting for it; where `logs` is a
 * file, the CLI goes on without.
 *
 * @returns The folder.
 */
export function homeWithoutLogs(folder: string): string;
