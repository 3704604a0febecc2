import { counted } from "../../values/counted.ts";
import type { Change } from "../model/schema.ts";
import { type Span, value } from "./screen.ts";

/** Maximum number of changes shown for a resource; the others are counted. */
const changesShown = 8;

/** A quote is listed with the costs. */
export function isTold({ path }: Change): boolean {
  return path !== "quote" && !path.startsWith("quote.");
}

/** The first changes in one row, and the number of the others. */
export function changesSpans(changes: readonly Change[]): Span[] {
  return changesRows(changes).flatMap((row, index, { length }): Span[] => {
    const isRest = index > 0 && index === length - 1 && changes.length > changesShown;
    return [index === 0 ? " · " : isRest ? ", and " : ", ", ...row];
  });
}

/** The first changes in a row each, and the number of the others in the last row. */
export function changesRows(changes: readonly Change[]): Span[][] {
  const more = changes.length - changesShown;
  const rows = changes.slice(0, changesShown).map(changeSpans);
  return more > 0 ? [...rows, [counted(more, "more property change")]] : rows;
}

export function changeSpans(change: Change): Span[] {
  const path = value(change.path);
  if (change.secret === true)
    return [path, " ", { update: "changed (secret)", add: "added (secret)", delete: "removed (secret)" }[change.kind]];
  const now: Span =
    change.new === undefined ? (change.unknown === true ? "(not known yet)" : "(none)") : value(jsonOf(change.new));
  if (change.kind === "add") return [path, " = ", now];
  if (change.kind === "delete") return [path, " removed, was ", value(jsonOf(change.old))];
  return [path, " ", value(jsonOf(change.old)), " → ", now];
}

export function jsonOf(json: unknown): string {
  return JSON.stringify(json) ?? "(none)";
}
