import type { EnumSpec, PackageSpec } from "./types.ts";

/**
 * Returns the schema with each enumeration once: equal ones of an area are merged, and named by the words that their names share.
 */
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

/** The words that all names end with: `AclPolicyType` for `CountryAclPolicyType` and `ReferrerAclPolicyType`. */
function sharedName(names: readonly string[]): string {
  const words = names.map((name) => name.match(/[A-Z][a-z0-9]*/g) ?? []);
  const [first = []] = words;
  let count = 0;
  while (count < first.length && words.every((one) => one.at(-1 - count) === first.at(-1 - count))) count++;
  return (count === 0 ? "" : first.slice(-count).join("")).replace(/^Args/, "");
}
