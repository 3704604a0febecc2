import type { Deployment } from "../../pulumi/formats/stack-export.ts";
import type { EngineStep, Side } from "./events.ts";
import { ownKind } from "./kinds.ts";

/** A platform object that a step is about. `isOld`: it exists before the update. */
export interface PlatformObject {
  side: Side;
  isOld: boolean;
}

/** The objects of a step before and after the update: what is paid for, and what counts toward quotas. */
export interface Existence {
  before: PlatformObject[];
  after: PlatformObject[];
  /** Why an object that joins or leaves the stack does not change the cost. */
  remark?: "adopted" | "retained" | "stays-payable";
}

/** Statuses in which a reservation carries no commitment (companion §4.2). */
const ended: ReadonlySet<string> = new Set(["REJECTED", "EXPIRED"]);

export function hasEnded(side: Side): boolean {
  return ended.has(statusOf(side));
}

/** The objects before and after a step. For a replacement, only the step with both sides counts. */
export function existenceOf(step: EngineStep): Existence {
  const old = step.old ? [{ side: step.old, isOld: true }] : [];
  const now = step.new ? [{ side: step.new, isOld: false }] : [];
  switch (step.op) {
    case "create":
      return isAdopted(step) ? { before: now, after: now, remark: "adopted" } : { before: [], after: now };
    case "import":
      return { before: now, after: now, remark: "adopted" };
    case "update":
      // An update never changes the terms of a reservation; a change of terms replaces the reservation.
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

/**
 * Steps with the resource of `deletedWith` in their old sides, where both leave the stack. The engine then deletes that resource
 * alone. No object of the platform goes with another one, so ours stays, and still costs money.
 */
export function withCompanions(steps: readonly EngineStep[], { resources }: Deployment): EngineStep[] {
  const deleted = new Set(steps.filter(({ op }) => op === "delete").map(({ urn }) => urn));
  const companions = new Map(
    resources.flatMap(({ urn, deletedWith, delete: isOld }) =>
      isOld !== true && typeof deletedWith === "string" && deleted.has(deletedWith) ? [[urn, deletedWith]] : [],
    ),
  );
  return steps.map((step) => {
    const deletedWith = companions.get(String(step.old?.urn ?? step.urn));
    const isKept = step.old && deletedWith !== undefined && ownKind(step.type) !== undefined;
    return isKept ? { ...step, old: { ...step.old, id: step.old?.id ?? "", deletedWith } } : step;
  });
}

/** Operations of what is left of a replacement whose old object is gone; the step with both sides has nothing left to do. */
const leftToDo: Readonly<Record<string, string>> = {
  "create-replacement": "create",
  "import-replacement": "import",
  "read-replacement": "read",
};

/** Steps without the objects that an interrupted replacement has deleted: these cost nothing, and nothing more is lost. */
export function withoutDeleted(steps: readonly EngineStep[], { resources }: Deployment): EngineStep[] {
  const gone = new Set(resources.filter((one) => one.pendingReplacement === true).map(({ urn }) => urn));
  return steps.flatMap((step): EngineStep[] => {
    if (!gone.has(String(step.old?.urn ?? step.urn))) return [step];
    const op = leftToDo[step.op];
    if (op !== undefined) return [{ ...step, op, old: null, keys: null, detailedDiff: null }];
    return step.op === "replace" ? [] : [step];
  });
}

/** Whether the object of a resource stays on the platform when the resource is deleted or replaced. */
export function isKept(side: Side): boolean {
  return side.retainOnDelete === true || side.deletedWith !== undefined;
}

function isReservation({ type }: EngineStep): boolean {
  return ownKind(type) === "reservations:Reservation";
}

/** The dynamic provider imports with a create step that adopts an object. */
export function isAdopted(step: EngineStep): boolean {
  return ownKind(step.type) !== undefined && step.new?.inputs?.__adopt !== undefined;
}

/** Why the old object of a deletion or replacement still costs money. */
function remarkOf(step: EngineStep): Existence["remark"] {
  const { old } = step;
  if (old && isKept(old)) return "retained";
  return isReservation(step) && old && isBinding(old) ? "stays-payable" : undefined;
}

/** Whether a reservation can no longer be cancelled: only a CREATED one can be (companion §4.3). */
export function isBinding(side: Side): boolean {
  const status = statusOf(side);
  return status !== "CREATED" && !ended.has(status);
}

function statusOf({ outputs }: Side): string {
  return String(outputs?.status ?? "").toUpperCase();
}
