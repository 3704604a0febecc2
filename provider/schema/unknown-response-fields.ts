/** Key under which an object of a response keeps the fields that its schema does not know. */
const unknownFieldsKey = Symbol("unknownFields");

/** Returns the fields of a response's object that its schema does not know, as they were sent. */
export function unknownFieldsOf(value: object): Readonly<Record<string, unknown>> {
  return (value as { [unknownFieldsKey]?: Record<string, unknown> })[unknownFieldsKey] ?? {};
}

/** Keeps the fields that a schema does not know with the object in the user's spelling. Comparisons do not see them. */
export function withUnknownFields<T extends object>(object: T, sent: object, shape: object): T {
  const unknown = Object.entries(sent).filter(([name]) => !Object.hasOwn(shape, name));
  if (unknown.length === 0) return object;
  return Object.defineProperty(object, unknownFieldsKey, { value: Object.fromEntries(unknown) });
}

/** Returns a response's object with other values of some fields. The fields that its schema does not know stay with it. */
export function withValues<T extends object>(object: T, values: Partial<T>): T {
  return Object.defineProperty({ ...object, ...values }, unknownFieldsKey, { value: unknownFieldsOf(object) });
}
