import * as pulumi from "@pulumi/pulumi";

/** What a release of the SDK without some of its inside loses. */
const lost = new Set<string>();
let isReported = false;

/** A probe has failed: the part of the SDK's inside is not as in the releases that were tested. */
export function lose(what: string): void {
  lost.add(what);
}

/** Warns once, with the first resource that is declared, of all that probes have found missing until then. */
export function warnOfLost(): void {
  if (isReported || lost.size === 0) return;
  isReported = true;
  void pulumi.log.warn(
    `This release of @pulumi/pulumi is not built as those that @cloudplatform/pulumi was tested with. Resources are managed as ever, but without: ${[...lost].join("; ")}. Use a tested release (docs/compatibility.md), or update @cloudplatform/pulumi.`,
  );
}
