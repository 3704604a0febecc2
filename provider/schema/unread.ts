/** Key under which an object or list keeps the values that its schema could not read, by field or index. */
const unreadKey = Symbol.for("cloudplatform.unread");

/** Values of an object or list of a response that its schema could not read, by field or index. */
export function unreadOf(value: object): Readonly<Record<string, unknown>> {
  return (value as { [unreadKey]?: Record<string, unknown> })[unreadKey] ?? {};
}

/** How many elements the platform has sent in a list, those that could not be read included. */
export function sentIn(list: readonly unknown[]): number {
  return list.length + Object.keys(unreadOf(list)).length;
}

/** Keeps the values that a schema could not read with the object or list that they were sent in. */
export function withUnread<T extends object>(data: T, unread: Record<string, unknown>): T {
  return Object.keys(unread).length === 0 ? data : Object.assign(data, { [unreadKey]: unread });
}
