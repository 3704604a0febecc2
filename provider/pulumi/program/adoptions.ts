/** Ids that resources of the program name by the option `import`, by type of the resource in the spelling of one provider. */
const adopted = new Map<string, Set<string>>();

/** A resource of the program adopts an object. An id that comes later is not known here. */
export function noteAdoption(type: string, id: unknown): void {
  if (typeof id !== "string") return;
  adopted.set(type, (adopted.get(type) ?? new Set()).add(id));
}

/**
 * Ids of the objects of a type that the program adopts, as soon as the part of the program that runs at once has declared its
 * resources: a resource that lets go of such an object may stand before or after the one that adopts it. Undefined: none.
 */
export async function adoptionsOf(type: string): Promise<string[] | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  const ids = adopted.get(type);
  return ids === undefined ? undefined : [...ids].sort();
}
