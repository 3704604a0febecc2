import type { EnumSpec, PackageSpec } from "./types.ts";

/** The schema with each enumeration once: those of an area with equal members become one, by the words that their names share. */
export function withMergedEnums(schema: PackageSpec): PackageSpec {
  const groups = new Map<string, string[]>();
  for (const [token, spec] of Object.entries(schema.types)) {
    if (!("enum" in spec)) continue;
    const [, area] = token.split(":");
    const key = JSON.stringify([area, spec]);
    groups.set(key, [...(groups.get(key) ?? []), token]);
  }
  const renamed = new Map<string, string>();
  for (const tokens of groups.values()) {
    const name = sharedName(tokens.map((token) => token.split(":").at(-1) ?? ""));
    const merged = `${tokens[0]?.split(":").slice(0, 2).join(":")}:${name}`;
    const isTaken = schema.types[merged] !== undefined && !tokens.includes(merged);
    if (tokens.length > 1 && name !== "" && !isTaken) for (const token of tokens) renamed.set(token, merged);
  }
  const text = JSON.stringify(schema).replaceAll(
    /"#\/types\/([^"]+)"/g,
    (_, token: string) => `"#/types/${renamed.get(token) ?? token}"`,
  );
  const result = JSON.parse(text) as PackageSpec;
  const types = Object.entries(result.types).map(([token, spec]): [string, typeof spec | EnumSpec] => [
    renamed.get(token) ?? token,
    spec,
  ]);
  return { ...result, types: Object.fromEntries(types.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Words at the end that all names have: `AclPolicyType` of `CountryAclPolicyType` and `ReferrerAclPolicyType`. */
function sharedName(names: readonly string[]): string {
  const words = names.map((name) => name.match(/[A-Z][a-z0-9]*/g) ?? []);
  const [first = []] = words;
  let count = 0;
  while (count < first.length && words.every((one) => one.at(-1 - count) === first.at(-1 - count))) count++;
  return (count === 0 ? "" : first.slice(-count).join("")).replace(/^Args/, "");
}
