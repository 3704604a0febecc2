/** One page of a list in the cloud area's shape. companion §7.3. */
export function toPage<Item>(items: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  return { count: items.length, results: items.slice(offset, offset + limit) };
}
