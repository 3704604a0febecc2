import type { LiveObject } from "./live-object.ts";

/** An object with the names that it gets in the program. */
export interface Named extends LiveObject {
  /** Name of the resource: `old-pages`. */
  name: string;
  /** Name of the constant: `oldPages`. */
  constant: string;
  /** Options of the resource that are true. */
  options?: readonly string[] | undefined;
}

/** Words that a constant cannot be named by, in a module of either kind. */
const reserved = new Set([
  ...["break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null"],
  ...["return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
  ...["await", "let", "static", "implements", "interface", "package", "private", "protected", "public", "config"],
  ...["arguments", "eval", "exports", "module", "require", "undefined"],
]);

/** Names objects by their names on the platform; ids distinguish objects with the same name. */
export function named(objects: readonly LiveObject[], taken: readonly string[]): Named[] {
  const names = new Set<string>();
  const constants = new Set(taken);
  return objects.map((object) => {
    const base = slug(String(object.inputs.name ?? "")) || slug(`${object.kind.type}-${object.id}`);
    const name = names.has(base) ? `${base}-${slug(object.id)}` : base;
    names.add(name);
    return { ...object, name, constant: constantOf(name, constants) };
  });
}

/** Name of a constant from any name. It is added to those that are taken. */
export function constantOf(name: string, taken: Set<string>): string {
  let constant = camelCase(name);
  while (taken.has(constant) || reserved.has(constant)) constant = `${constant}_`;
  taken.add(constant);
  return constant;
}

/** A name in lower case, with hyphens for all that is neither a letter nor a digit. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

function camelCase(name: string): string {
  const joined = name.replace(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-z]/.test(joined) ? joined : `_${joined}`;
}
