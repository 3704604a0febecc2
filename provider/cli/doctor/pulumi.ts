import { PulumiNotStartedError, type Ran, pulumi as run } from "../../engine/backend/cli.ts";

/** What a command did; without a code it could not be started. */
export type PulumiRun = Omit<Ran, "code"> & { code: number | undefined };

/** Runs the Pulumi CLI that is first on PATH. It is given no terminal, so it never asks. */
export type Pulumi = (...args: string[]) => Promise<PulumiRun>;

/** A backend that does not respond must not keep the other findings from being shown. */
const timeoutMs = 120_000;

export function pulumiIn(cwd: string, env: NodeJS.ProcessEnv, interrupted: AbortSignal): Pulumi {
  return async (...args) => {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(timeoutMs)]);
    try {
      return await run(args, { cwd, env, signal });
    } catch (error) {
      if (error instanceof PulumiNotStartedError) return { code: undefined, stdout: "", stderr: error.message };
      throw error;
    }
  };
}
