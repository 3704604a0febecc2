import type { LiveObject } from "./live-object.ts";

/** An object with its names in the program. */
export interface Named extends LiveObject {
  /** Resource name: `old-pages`. */
  name: string;
  /** Constant name: `oldPages`. */
  constant: string;
  /** Resource options that are true. */
  options?: readonly string[] | undefined;
}

/** Words that cannot name a constant, in ES modules or in CommonJS. */
const reserved = new Set([
  ...["break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null"],
  ...["return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
  ...["await", "let", "static", "implements", "interface", "package", "private", "protected", "public", "config"],
  ...["arguments", "eval", "exports", "module", "require", "undefined"],
]);

/** Names objects after their names on the platform. Ids distinguish objects of the same name. */
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

/** Derives a constant name from any name, and adds it to the taken names. */
export function constantOf(name: string, taken: Set<string>): string {
  let constant = camelCase(name);
  while (taken.has(constant) || reserved.has(constant)) constant = `${constant}_`;
  taken.add(constant);
  return constant;
}

/** A name in lower case, with hyphens in place of everything except letters and digits. */
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
