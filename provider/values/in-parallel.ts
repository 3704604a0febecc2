/** Processes all items, with at most `atOnce` in progress. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const open = items.values();
  const lane = async () => {
    for (const item of open) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
}
