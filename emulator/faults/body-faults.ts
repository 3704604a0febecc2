import type { Meeting } from "./faults.ts";

/** The text of a success as the faults of the request leave it. */
export function spoiled(meeting: Meeting, text: string | null): string | null {
  const garbage = meeting.get("garbage");
  if (garbage !== undefined) return garbage.body ?? '<html><body><h1>Welcome</h1><p>{"id": 1,';
  if (text === null) return null;
  let changed = text;
  if (meeting.get("duplicate-field") !== undefined) changed = inObjects(changed, duplicated);
  if (meeting.get("unknown-field") !== undefined) changed = inObjects(changed, () => '"x_unknown":{"since":["2030"]}');
  return changed;
}

/** Puts a field first into the object, or into the first object of a list. */
function inObjects(text: string, field: (text: string) => string | undefined): string {
  const start = text.search(/\{"/);
  const added = start < 0 ? undefined : field(text.slice(start));
  return added === undefined ? text : `${text.slice(0, start + 1)}${added},${text.slice(start + 1)}`;
}

/** The first field once more, as null: readers that take the last of two see the right one. */
function duplicated(text: string): string | undefined {
  const name = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1];
  return name === undefined ? undefined : `${name}:null`;
}
