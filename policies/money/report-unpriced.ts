import type { PlatformResource } from "../engine/resource.ts";

/** Reports resources without a price, as not evaluated or as violations, depending on the configuration. */
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
