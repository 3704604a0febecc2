/** The modules of the CLI that contain a copy of the password checker. */
export const CHECKERS: readonly string[];

/** The path of a go.mod that takes edited copies of the checkers, or undefined if a checker is not as expected. */
export function writeModFile(folders: string[], draft: string, here: string): string | undefined;
