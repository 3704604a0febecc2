import { keyForm } from "../../resources/rule-set/definition.ts";
import { slug } from "./names.ts";

/** Maximum length of a key that is taken from a name. */
const maxLength = 60;

/**
 * Derives the keys of rule templates in a set from their names. Among templates of the same name, the oldest gets the plain name,
 * and the others get a suffix with their ids: a template created later never changes another template's key.
 */
export function keysOf(templates: readonly { id: number; name: string }[]): Map<number, string> {
  const taken = new Set<string>();
  const keys = new Map<number, string>();
  for (const { id, name } of [...templates].sort((a, b) => a.id - b.id)) {
    const base = fromName(name) || `rule-${id}`;
    let key = base;
    while (taken.has(key)) key = `${key}-${id}`;
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

function fromName(name: string): string {
  const key = keyForm.test(name) && name.length <= maxLength ? name : slug(name).replace(/-+$/, "");
  // The name of a property that every object has cannot be a key.
  return key in {} ? "" : key;
}
