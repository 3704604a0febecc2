/** One page of a list, in the cloud area's form. companion §7.3. */
export function paged<Item>(items: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  return { count: items.length, results: items.slice(offset, offset + limit) };
}
