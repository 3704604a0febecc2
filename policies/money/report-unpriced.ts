import type { PlatformResource } from "../engine/resource.ts";

/** Reports what could not be priced, as the configuration wants it: as not evaluated, or as a violation. */
export function reportUnpriced(
  unpriced: readonly { resource: PlatformResource; reason: string }[],
  onUnknown: "warn" | "fail",
  context: {
    report(resource: PlatformResource, message: string): void;
    notEvaluated(resource: PlatformResource, message: string): void;
  },
): void {
  for (const { resource, reason } of unpriced) {
    const message = `"${resource.name}" could not be priced: ${reason}`;
    if (onUnknown === "fail") context.report(resource, message);
    else context.notEvaluated(resource, message);
  }
}
