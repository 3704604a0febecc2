import type { Drifted, Review } from "../model/schema.ts";
import { changesSpans, jsonOf } from "./changes.ts";
import { type Line, type Span, value } from "./screen.ts";

/** Whether one of two property paths is the other or a part of it: the program may set a whole, or the platform change one. */
function isWithin(a: string, b: string): boolean {
  const [outer, inner] = a.length < b.length ? [a, b] : [b, a];
  return inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
}

/** What differs on the platform, and whether this update reverts it, that is, undoes somebody else's change. */
export function driftLine({ urn, name, type, kind, changes }: Drifted, { operations, kind: about }: Review): Line {
  const spans: Span[] = [value(name), " ", value(type)];
  const own = operations.find((one) => one.urn === urn && one.operation !== "state");
  if (kind === "missing") {
    const details: Span[][] = own?.operation === "create" ? [["This update creates it again."]] : [];
    return { spans: [...spans, " is missing on the platform"], details, tone: "bad" };
  }
  const paths =
    own?.operation === "update"
      ? changes.filter(({ path }) => own.changes.some((one) => isWithin(one.path, path)))
      : [];
  const details: Span[][] =
    own?.operation === "replace"
      ? [["The replacement reverts a change that was made on the platform."]]
      : paths.map(({ path, new: live }) => [
          "This update reverts a change that was made on the platform: ",
          value(path),
          ...(live === undefined ? [] : [" ", value(jsonOf(live)), " goes"]),
        ]);
  if (about === "change" && own === undefined)
    details.push(["It stays as it is on the platform; it is imported into the state."]);
  return { spans: [...spans, ...changesSpans(changes)], details, tone: "warn" };
}
