import { keyForm } from "../../resources/rule-set/definition.ts";
import { slug } from "./names.ts";

/** Longest key that is taken from a name. */
const maxLength = 60;

/**
 * Keys of rule templates in a set, from their names. Of templates with the same name the oldest has it alone, and the others
 * have their ids behind it: a template that is created later changes no key of another.
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
  // A key that every object has as a property.
  return key in {} ? "" : key;
}
