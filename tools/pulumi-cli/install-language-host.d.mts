/** Whether the CLI in this folder has a language host: an official one, or the current one of this project. */
export function languageHostIsCurrent(root: string): boolean;
