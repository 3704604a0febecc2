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
