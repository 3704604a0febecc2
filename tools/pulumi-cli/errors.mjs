/** Neither way led to a CLI, or the way was interrupted. The message is whole; no stack is needed with it. */
export class PulumiToolError extends Error {
  name = "PulumiToolError";
}

/** A signal came while the CLI was being got. What was downloaded and compiled is kept, and the next run goes on there. */
export class InterruptedError extends PulumiToolError {
  name = "InterruptedError";
  constructor(signal) {
    super(`Getting the Pulumi CLI was interrupted (${signal}). Run it again: it goes on where it was.`);
    this.signal = signal;
  }
}
