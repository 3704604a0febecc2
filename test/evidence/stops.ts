import type { ResourceName } from "@cloudplatform/pulumi/registry";
import type { Behavior } from "./behaviors.ts";

/** A creation that stops by design, since nothing shows whether an object is what was requested. */
interface Stop {
  error: RegExp;
  /** Number of objects that the platform has created. */
  objects: 0 | 1;
}

const unexplained: Stop = { error: /was created since, .*import: "\d+".*CP2113/s, objects: 1 };
const otherName: Stop = { error: /is not what the program wants: name is .*import: "\d+"/s, objects: 1 };
const unknownPurchase: Stop = { error: /never requested again until you allow it.*CP2107/s, objects: 0 };

/** Returns the stop of a resource's first creation under these behaviors; undefined: the resource is created. */
export function stopOf(name: ResourceName, behavior: Behavior): Stop | undefined {
  const { lost = "none", writeResponses = "documented", texts = "as-sent", emptyTexts = "as-sent" } = behavior;
  // A purchase is never repeated, and the platform may still act on the request.
  if (name === "reservations.Reservation" && lost === "drop-before") return unknownPurchase;
  const isIdLost = lost === "drop-after" || lost === "garbage" || writeResponses !== "documented";
  if (!isIdLost) return undefined;
  const [isTrimmed, isLower, isFilled] = [texts === "trimmed", texts === "lower", emptyTexts === "filled"];
  // The texts by which the object would be recognized are not those that were sent.
  if (name === "reservations.Reservation" && isLower) return otherName;
  if (name === "edge.AppTemplate" && (isTrimmed || isLower || isFilled)) return unexplained;
  if (name === "cdn.RuleTemplate" && (isTrimmed || isLower)) return unexplained;
  if (name === "edge.Secret" && isFilled) return unexplained;
  return undefined;
}

/** The error of a creation that is shown a deleted object, which it takes for one that exists. */
export const shownAgain = /import: "[^"]+".*(CP2105|CP2306|CP2403)/;

/**
 * Whether a creation after a deletion may stop. Only the machine that has deleted an object recognizes reads that still show it; another
 * machine stops and names the object.
 */
export function mayStopAgain({ machines, staleReads = 0, staleSeconds = 0, listDelay = 0 }: Behavior): boolean {
  return machines === "each" && [staleReads, staleSeconds, listDelay].some((amount) => amount !== 0);
}
