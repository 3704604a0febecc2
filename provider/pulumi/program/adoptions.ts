import { accountSettings, type ProviderOptions } from "./provider.ts";
import { ofRun } from "./sdk/run-store.ts";

interface Adoption {
  id: string;
  options: ProviderOptions;
}

/** Objects that the program adopts with the option `import`, or that of a rule in a set, by type in the spelling of one provider. */
const adoptions = () => ofRun(Symbol.for("@cloudplatform/pulumi/adoptions"), () => new Map<string, Adoption[]>());

/** Records that a resource of the program adopts an object. An id that becomes known later is not recorded. */
export function noteAdoption(type: string, id: unknown, options: ProviderOptions): void {
  if (typeof id === "string") adoptions().set(type, [...(adoptions().get(type) ?? []), { id, options }]);
}

/**
 * Returns the ids of a type's objects that the program adopts, once the synchronous part of the program has declared its
 * resources: the resource that releases such an object may come before or after the one that adopts it. Undefined: none. Ids of
 * different accounts may be equal, so other accounts' objects do not count; settings that are not known yet may belong to the
 * same account.
 *
 * @param options Those of the resource that may release the object.
 */
export async function adoptionsOf(type: string, options: ProviderOptions): Promise<string[] | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  const all = adoptions().get(type);
  if (all === undefined) return undefined;
  const own = await accountSettings(options);
  const accounts = await Promise.all(all.map((one) => accountSettings(one.options)));
  const ids = all.filter((_, index) => own === undefined || [own, undefined].includes(accounts[index]));
  return ids.length === 0 ? undefined : [...new Set(ids.map(({ id }) => id))].sort();
}
