/** Result of {@link ensurePulumi}. */
export interface PulumiCli {
  /** Path of the executable. */
  bin: string;
  /** The pinned version, such as "3.259.0": that of the installed npm package `pulumi`. */
  version: string;
  /**
   * Merge it into the environment of the process: `{ ...process.env, ...env }`. With this PATH, the engine finds the language
   * host and the dynamic provider beside the CLI, and they find the project's Node. Node's compile cache makes an update of a
   * small stack a fifth faster.
   */
  env: { PATH: string; NODE_COMPILE_CACHE: string };
}

/**
 * Installs the pinned Pulumi CLI in the official launcher's cache folder (`$PULUMI_HOME/versions/<version>/bin`; `PULUMI_HOME`
 * defaults to `~/.pulumi`) unless it exists. The official launcher downloads it; if that fails, the CLI is built from its Go
 * modules, which takes minutes. Only one process of a machine installs it; the others wait.
 *
 * @param options.log receives each line of progress; default: stderr.
 * *Errors:* {@link PulumiToolError} when both ways fail; {@link InterruptedError} on SIGINT, SIGTERM or SIGHUP.
 */
export function ensurePulumi(options?: { log?: (line: string) => void }): Promise<PulumiCli>;

/** The message describes what was tried, why it failed, and what to do. */
export class PulumiToolError extends Error {}

/** A signal interrupted the installation; the next run continues it. */
export class InterruptedError extends PulumiToolError {
  signal: NodeJS.Signals;
}
