import type { Subject } from "../engine/subject.ts";

/** Says what could not be priced, as the configuration wants it: as a note or as a violation. */
export function sayUnpriced(
  unpriced: readonly { subject: Subject; reason: string }[],
  onUnknown: "warn" | "fail",
  look: {
    report(subject: Subject, message: string): void;
    notJudged(subject: Subject, message: string): void;
  },
): void {
  for (const { subject, reason } of unpriced) {
    const message = `"${subject.name}" could not be priced: ${reason}`;
    if (onUnknown === "fail") look.report(subject, message);
    else look.notJudged(subject, message);
  }
}
