import type { MatchedFaults } from "./active-faults.ts";

/** Applies the body faults of a request to its successful response. */
export function applyBodyFaults(faults: MatchedFaults, text: string | null): string | null {
  const garbage = faults.get("garbage");
  if (garbage !== undefined) return garbage.body ?? '<html><body><h1>Welcome</h1><p>{"id": 1,';
  if (text === null) return null;
  let changed = text;
  if (faults.get("duplicate-field") !== undefined) changed = insertField(changed, duplicateFirstField);
  if (faults.get("unknown-field") !== undefined) changed = insertField(changed, () => '"x_unknown":{"since":["2030"]}');
  return changed;
}

/** Inserts a field at the start of the object, or of the first object of a list. */
function insertField(text: string, field: (text: string) => string | undefined): string {
  const start = text.search(/\{"/);
  const added = start < 0 ? undefined : field(text.slice(start));
  return added === undefined ? text : `${text.slice(0, start + 1)}${added},${text.slice(start + 1)}`;
}

/** Repeats the first field, first as null: parsers that keep the last duplicate still read the correct value. */
function duplicateFirstField(text: string): string | undefined {
  const name = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1];
  return name === undefined ? undefined : `${name}:null`;
}
