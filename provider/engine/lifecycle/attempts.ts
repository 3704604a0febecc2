import { forgetWriteOnlyValues } from "../secrets/write-only-values.ts";
import { EngineError, PartialStateError } from "./errors.ts";
import { showWarning } from "./progress.ts";
import type { OperationRequest, Result } from "./request.ts";

/**
 * How often the engine calls an operation that an `onError` hook retries (pulumi/pulumi, pkg/resource/deploy/retries.go). After
 * that many failures it saves a half-finished resource without its id and outputs, and no command can read that state.
 */
export const maxAttempts = 100;

interface Attempts {
  failures: number;
  /** What the failed attempts have begun, as kept in state. */
  begun?: Result;
}

const lastAttemptText = `This was attempt ${maxAttempts}, the last one that the engine makes. What was begun is saved unfinished; the next pulumi up continues with it.`;

/** Operations that have failed in this process, by resource. An `onError` hook makes the engine call them again. */
export class FailedAttempts {
  readonly #byUrn = new Map<string, Attempts>();

  /**
   * Runs one attempt of an operation that an `onError` hook may retry. The engine saves the response of the last attempt, so once
   * an attempt has ended half-way, every later failure reports that. The last attempt succeeds, so that what was begun is saved.
   * @param action Gets what earlier attempts have begun, if anything.
   */
  async run(
    { urn, writeOnlyKey }: OperationRequest,
    action: (begun: Result | undefined) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#byUrn.get(urn)?.begun;
    try {
      const done = await action(before);
      this.ended(urn);
      forgetWriteOnlyValues(writeOnlyKey, urn);
      return done;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const begun = error instanceof PartialStateError ? error.made : before;
      const isLast = this.#failed(urn, begun);
      if (begun === undefined) throw error;
      if (!isLast) throw new PartialStateError(begun, error.message, error.errorCode);
      this.ended(urn);
      showWarning(urn, `${error.message} ${lastAttemptText}`);
      return begun;
    }
  }

  /** The operation has finished, or the engine has continued without it. */
  ended(urn: string): void {
    this.#byUrn.delete(urn);
  }

  /** Counts a failure. Returns whether the engine will not call again. */
  #failed(urn: string, begun: Result | undefined): boolean {
    const failures = (this.#byUrn.get(urn)?.failures ?? 0) + 1;
    this.#byUrn.set(urn, { failures, ...(begun !== undefined && { begun }) });
    return failures >= maxAttempts;
  }
}
