/** Key under which an object or list keeps the values that its schema could not read, by field or index. */
const unreadKey = Symbol.for("cloudplatform.unread");

/** Returns the values of a response's object or list that its schema could not read, by field or index. */
export function unreadOf(value: object): Readonly<Record<string, unknown>> {
  return (value as { [unreadKey]?: Record<string, unknown> })[unreadKey] ?? {};
}

/** Returns how many elements the platform has sent in a list, including those that could not be read. */
export function sentIn(list: readonly unknown[]): number {
  return list.length + Object.keys(unreadOf(list)).length;
}

/** Keeps the values that a schema could not read with the object or list that they were sent in. */
export function withUnread<T extends object>(data: T, unread: Record<string, unknown>): T {
  return Object.keys(unread).length === 0 ? data : Object.assign(data, { [unreadKey]: unread });
}

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
