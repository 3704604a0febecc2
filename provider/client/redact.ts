import { child, traitsOf, unwrap } from "../api/index.ts";

type Schema = Parameters<typeof unwrap>[0];

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Shorter values would tear holes into words that only look alike. */
const shortestSecret = 4;

/** A function that replaces each of the secrets, in clear and in their JSON and URL spelling. */
export function redactor(secrets: readonly string[]): Redact {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    spellings.add(secret).add(JSON.stringify(secret).slice(1, -1)).add(encodeURIComponent(secret));
  }
  // Longer ones first: one spelling may be part of another.
  const ordered = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((current, spelling) => current.replaceAll(spelling, "[redacted]"), text);
}

/** The values of a body that the schema calls secret. */
export function secretsOf(schema: Schema | undefined, value: unknown): string[] {
  if (schema === undefined || value === null || value === undefined) return [];
  if (traitsOf(schema).secret === true) return typeof value === "string" ? [value] : [];
  if (typeof value !== "object") return [];
  const bare = unwrap(schema);
  return Object.entries(value).flatMap(([key, element]) => secretsOf(child(bare, key), element));
}
