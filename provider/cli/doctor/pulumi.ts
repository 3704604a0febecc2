import { PulumiNotStartedError, type Ran, pulumi as run } from "../../engine/backend/cli.ts";

/** The result of a command. Without a code, the command could not be started. */
type PulumiRun = Omit<Ran, "code"> & { code: number | undefined };

/** Runs the first Pulumi CLI on PATH. It gets no terminal, so it never prompts. */
export type Pulumi = (...args: string[]) => Promise<PulumiRun>;

/** A backend that does not respond must not block the other findings. */
const timeoutMs = 120_000;

export function pulumiIn(cwd: string, env: NodeJS.ProcessEnv, interrupted: AbortSignal): Pulumi {
  return async (...args) => {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(timeoutMs)]);
    try {
      return await run(args, { cwd, env, signal });
    } catch (error) {
      if (error instanceof PulumiNotStartedError) return { code: undefined, stdout: "", stderr: error.detail };
      throw error;
    }
  };
}
