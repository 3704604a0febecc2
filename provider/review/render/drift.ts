import type { Drifted, Review } from "../model/schema.ts";
import { changesSpans, jsonOf } from "./changes.ts";
import { type Line, type Span, value } from "./screen.ts";

/** What differs on the platform, and whether this update reverts it, that is, undoes somebody else's change. */
export function driftLine({ urn, name, type, kind, changes }: Drifted, { operations, kind: about }: Review): Line {
  const spans: Span[] = [value(name), " ", value(type)];
  const own = operations.find((one) => one.urn === urn && one.operation !== "state");
  if (kind === "missing") {
    const details: Span[][] = own?.operation === "create" ? [["This update creates it again."]] : [];
    return { spans: [...spans, " is missing on the platform"], details, tone: "bad" };
  }
  const paths =
    own?.operation === "update" ? changes.filter(({ path }) => own.changes.some((one) => one.path === path)) : [];
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
