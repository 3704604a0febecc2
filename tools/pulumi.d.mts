/** What came of {@link ensurePulumi}. */
export interface PulumiCli {
  /** The file to spawn. */
  bin: string;
  /** The pinned version, such as "3.259.0": that of the installed npm package `pulumi`. */
  version: string;
  /**
   * To be merged into the environment of what is spawned: `{ ...process.env, ...env }`. With this PATH the engine finds
   * the language host and the dynamic provider beside the CLI, and they find the project's own Node.
   */
  env: { PATH: string };
}

/**
 * Makes sure that the pinned Pulumi CLI is in the official launcher's cache folder
 * (`$PULUMI_HOME/versions/<version>/bin`, `PULUMI_HOME` being `~/.pulumi` unless set) and returns at once when it is.
 * Else it is downloaded by the official launcher or, where that fails, built from its Go modules, which takes minutes.
 * Only one process of a machine does so; others wait for it.
 *
 * @param options.log gets each line of progress; without it they go to stderr.
 * *Errors:* {@link PulumiToolError} when neither way works; {@link InterruptedError} when SIGINT, SIGTERM or SIGHUP came.
 */
export function ensurePulumi(options?: { log?: (line: string) => void }): Promise<PulumiCli>;

/** The message is whole: what was tried, what each way said, what a person can do. */
export class PulumiToolError extends Error {}

/** A signal came while the CLI was being got; the next run goes on where this one was. */
export class InterruptedError extends PulumiToolError {
  signal: NodeJS.Signals;
}
