import type { EngineStep, Side } from "./events.ts";
import { ownKind } from "./kinds.ts";

/** An object of the platform that a step is about; `isOld`: it exists before the update. */
export interface PlatformObject {
  side: Side;
  isOld: boolean;
}

/** The objects of a step before and after the update: what is paid for, and what counts against quotas. */
export interface Existence {
  before: PlatformObject[];
  after: PlatformObject[];
  /** Why an object that leaves the stack, or enters it, costs nothing less or more. */
  remark?: "adopted" | "retained" | "stays-payable";
}

/** Statuses in which a reservation binds to nothing (companion §4.2). */
const ended: ReadonlySet<string> = new Set(["REJECTED", "EXPIRED"]);

export function hasEnded(side: Side): boolean {
  return ended.has(statusOf(side));
}

/** Steps that say what a resource is before and after; of a replacement one that has both. */
export function existenceOf(step: EngineStep): Existence {
  const old = step.old ? [{ side: step.old, isOld: true }] : [];
  const now = step.new ? [{ side: step.new, isOld: false }] : [];
  switch (step.op) {
    case "create":
      return isAdopted(step) ? { before: now, after: now, remark: "adopted" } : { before: [], after: now };
    case "import":
      return { before: now, after: now, remark: "adopted" };
    case "update":
      // What would change what a reservation is replaces it.
      return { before: old, after: isReservation(step) ? old : now };
    case "same":
      return { before: old, after: old };
    case "delete":
    case "replace": {
      const remark = remarkOf(step);
      const after = step.op === "replace" ? now : [];
      return { before: old, after: remark === undefined ? after : [...old, ...after], ...(remark && { remark }) };
    }
    default:
      return { before: [], after: [] };
  }
}

function isReservation({ type }: EngineStep): boolean {
  return ownKind(type) === "reservations:Reservation";
}

/** The dynamic provider adopts by a creation that takes an object over. */
export function isAdopted(step: EngineStep): boolean {
  return ownKind(step.type) !== undefined && step.new?.inputs?.__adopt !== undefined;
}

/** Why the old object of a deletion or replacement goes on to cost. */
function remarkOf(step: EngineStep): Existence["remark"] {
  const { old } = step;
  if (old?.retainOnDelete === true) return "retained";
  return isReservation(step) && old && isBinding(old) ? "stays-payable" : undefined;
}

/** Whether a reservation can no longer be cancelled: only one that is CREATED can be (companion §4.3). */
export function isBinding(side: Side): boolean {
  const status = statusOf(side);
  return status !== "CREATED" && !ended.has(status);
}

function statusOf({ outputs }: Side): string {
  return String(outputs?.status ?? "").toUpperCase();
}
