import { counted } from "../../values/counted.ts";
import type { Change } from "../model/schema.ts";
import { type Span, value } from "./screen.ts";

/** Number of changes of a resource that a comment shows; it counts the others. */
const changesShown = 8;

/** A quote is listed with the costs. */
export function isTold({ path }: Change): boolean {
  return path !== "quote" && !path.startsWith("quote.");
}

/** All changes in one row. */
export function changesSpans(changes: readonly Change[]): Span[] {
  return changesRows(changes).flatMap((row, index) => [index === 0 ? " · " : ", ", ...row]);
}

/** The first changes in a row each, and the others in the last one. */
export function changesRows(changes: readonly Change[]): Span[][] {
  const rows = changes.map(changeSpans);
  const rest = rows.slice(changesShown);
  if (rest.length === 0) return rows;
  const joined = rest.flatMap((row, index) => [...(index === 0 ? [] : [", "]), ...row]);
  return [...rows.slice(0, changesShown), [{ rest: joined, brief: counted(rest.length, "more property change") }]];
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
