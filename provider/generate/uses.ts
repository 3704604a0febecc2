import type { LookupPage } from "./manifest/arguments.ts";
import type { ResourcePage } from "./manifest/resources.ts";
import { type Declared, declaredIn, filesIn, filesOf } from "./sources.ts";

/** Which resources and lookups call an endpoint, by its id, as the sources say. */
export function usesOf(resources: readonly ResourcePage[], lookups: readonly LookupPage[]): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const note = (text: string, user: string) => {
    for (const id of idsIn(text)) uses.set(id, [...new Set([...(uses.get(id) ?? []), user])]);
  };
  for (const { name, source } of resources) for (const file of filesOf(source)) note(textOf(declaredIn(file)), name);
  for (const { area, name } of lookups) {
    const all = declaredIn(`lookups/${area}.ts`);
    note(textOf(reachable(name, all)), `${area}.${name}`);
  }
  for (const file of filesIn("client")) note(textOf(declaredIn(file)), "waiting for tasks");
  return uses;
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/\bendpoints\["([\w.]+)"\]/g)].map(([, id]) => id ?? "");
}

const textOf = (all: readonly Declared[]) => all.map((one) => one.text).join("\n");

/** A name and all others of its file that it uses, directly or not. */
function reachable(name: string, all: readonly Declared[], found: Set<Declared> = new Set()): Declared[] {
  const start = all.find((one) => one.name === name);
  if (start === undefined || found.has(start)) return [...found];
  found.add(start);
  const code = start.text.replace(/"[^"\n]*"/g, '""');
  for (const other of all) if (new RegExp(`\\b${other.name}\\b`).test(code)) reachable(other.name, all, found);
  return [...found];
}
