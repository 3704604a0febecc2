/** The CLI could not be installed. The message is complete; print it without a stack. */
export class PulumiToolError extends Error {
  name = "PulumiToolError";
}

/** A signal interrupted the installation. The next run reuses the downloaded and compiled modules. */
export class InterruptedError extends PulumiToolError {
  name = "InterruptedError";
  constructor(signal) {
    super(`Installing the Pulumi CLI was interrupted (${signal}). Run it again to continue. [CP7002]`);
    this.signal = signal;
  }
}
