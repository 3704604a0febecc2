import * as pulumi from "@pulumi/pulumi";

/** Features that are lost because the SDK's internals differ. */
const lost = new Set<string>();
let isReported = false;

/** Records that a probe has failed: this part of the SDK's internals differs from the tested releases. */
export function lose(what: string): void {
  lost.add(what);
}

/** Warns once, with the first declared resource, of everything that probes have found missing by then. */
export function warnOfLost(): void {
  if (isReported || lost.size === 0) return;
  isReported = true;
  void pulumi.log.warn(
    `This release of @pulumi/pulumi is not built as those that @cloudplatform/pulumi was tested with. Resources are managed as ever, but without: ${[...lost].join("; ")}. Use a tested release (docs/compatibility.md), or update @cloudplatform/pulumi.`,
  );
}
