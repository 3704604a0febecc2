/** Builds the language hosts of Pulumi's repository into `target`. Resolves with the reason of a failure, or undefined. */
export function buildFromSources(options: {
  version: string;
  draft: string;
  target: string;
  progress: ReturnType<typeof import("./progress.mjs").createProgress>;
  signal: AbortSignal;
}): Promise<string | undefined>;
