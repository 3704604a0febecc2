import { accountSettings, type ProviderOptions } from "./provider.ts";

interface Adoption {
  id: string;
  options: ProviderOptions;
}

/** What resources of the program name by the option `import`, by type of the resource in the spelling of one provider. */
const adopted = new Map<string, Adoption[]>();

/** A resource of the program adopts an object. An id that comes later is not known here. */
export function noteAdoption(type: string, id: unknown, options: ProviderOptions): void {
  if (typeof id === "string") adopted.set(type, [...(adopted.get(type) ?? []), { id, options }]);
}

/**
 * Ids of the objects of a type that the program adopts, as soon as the part of the program that runs at once has declared its
 * resources: a resource that lets go of such an object may stand before or after the one that adopts it. Undefined: none. Accounts
 * count from the same ids, so that another account's do not count; settings that are not known yet may be those of the same.
 *
 * @param options Those of the resource that may let go.
 */
export async function adoptionsOf(type: string, options: ProviderOptions): Promise<string[] | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  const all = adopted.get(type);
  if (all === undefined) return undefined;
  const own = await accountSettings(options);
  const accounts = await Promise.all(all.map((one) => accountSettings(one.options)));
  const ids = all.filter((_, index) => own === undefined || [own, undefined].includes(accounts[index]));
  return ids.length === 0 ? undefined : [...new Set(ids.map(({ id }) => id))].sort();
}
