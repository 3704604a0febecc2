import type { LookupPage } from "./lookup-pages.ts";
import type { ResourcePage } from "./resource-pages.ts";
import { type Declared, declaredIn, endpointIds, filesIn, identifiersIn, importedFiles } from "./source-docs.ts";

/** Returns the resources and lookups that call an endpoint, by its id, from the syntax trees of the sources. */
export function endpointUsers(
  resources: readonly ResourcePage[],
  lookups: readonly LookupPage[],
): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const add = (declared: readonly Declared[], user: string) => {
    for (const id of declared.flatMap(({ node }) => endpointIds(node)))
      users.set(id, [...new Set([...(users.get(id) ?? []), user])]);
  };
  for (const { name, source } of resources) for (const file of importedFiles(source)) add(declaredIn(file), name);
  for (const { area, name } of lookups) add(reachable(name, declaredIn(`functions/${area}.ts`)), `${area}.${name}`);
  for (const file of filesIn("client"))
    add(declaredIn(file), file.includes("evidence") ? "evidence of platform and account" : "waiting for tasks");
  return users;
}

/** Returns a declaration and all others in its file that it uses, directly or indirectly. */
function reachable(name: string, all: readonly Declared[], found: Set<Declared> = new Set()): Declared[] {
  const start = all.find((one) => one.name === name);
  if (start === undefined || found.has(start)) return [...found];
  found.add(start);
  const used = new Set(identifiersIn(start.node));
  for (const other of all) if (used.has(other.name)) reachable(other.name, all, found);
  return [...found];
}
