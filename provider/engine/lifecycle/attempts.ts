import type { Result } from "./request.ts";

/**
 * How often the engine calls an operation that a hook `onError` repeats (pulumi/pulumi, pkg/resource/deploy/retries.go). After
 * that many failures it saves what has ended half-way without its id and outputs, and no command can read that state.
 */
export const maxAttempts = 100;

interface Attempts {
  failures: number;
  /** What they have begun, as it is kept in state. */
  begun?: Result;
}

/** Operations that have failed in this process, by resource: a hook `onError` makes the engine call them again. */
export class FailedAttempts {
  readonly #byUrn = new Map<string, Attempts>();

  /** What earlier attempts have begun; undefined: nothing. */
  begun(urn: string): Result | undefined {
    return this.#byUrn.get(urn)?.begun;
  }

  /** Counts a failure; whether the engine does not call again. */
  failed(urn: string, begun: Result | undefined): boolean {
    const failures = (this.#byUrn.get(urn)?.failures ?? 0) + 1;
    this.#byUrn.set(urn, { failures, ...(begun !== undefined && { begun }) });
    return failures >= maxAttempts;
  }

  /** The operation has come to its end, or the engine has gone on without it. */
  ended(urn: string): void {
    this.#byUrn.delete(urn);
  }
}
