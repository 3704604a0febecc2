type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names of variables that contain a secret, whatever system they belong to: `PULUMI_ACCESS_TOKEN`, `AWS_SECRET_ACCESS_KEY`,
 * `PGPASSWORD`.
 */
const secretName =
  /(^|_)(api_?key|key|token|secret|passw(or)?d|passphrase|credentials?|pat|jwt|pgpassword)(_(value|key|id))?$/i;

/** Shorter values are words that occur in many texts. */
const minLength = 8;

/** Secrets in a command's environment: whole values, and passwords in URLs, such as that of a PostgreSQL backend. */
export function environmentSecrets(environment: Environment): string[] {
  const found = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [...(secretName.test(name) ? [value.trim()] : []), ...passwordsIn(value)],
  );
  return [...new Set(found)].filter((one) => one.length >= minLength);
}

function passwordsIn(value: string): string[] {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:([^/?#\s@]+)@/i.exec(value);
  return match?.[1] === undefined ? [] : [match[1], decoded(match[1])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
