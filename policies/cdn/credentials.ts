/** Detects credentials in the headers of rule templates, by header name and by value. */

/** Headers that carry credentials by their standard, and words in header names that suggest credentials. */
const credentialName =
  /^(authorization|proxy-authorization|cookie|x-amz-security-token)$|(^|[-_])(api[-_]?key|access[-_]?key|token|secret|password|passwd|signature|credentials?)($|[-_])|apikey/;

/** Names of headers that only describe a credential: its kind, version or name. */
const aboutCredential =
  /[-_](type|kind|version|id|name|alg(orithm)?|format|scope|issuer|expir(es|y|ation)|ttl|length|count|required|mode|source|header)$/;

/** Whether a header's name, in any case, indicates that the header carries credentials. */
export function namesCredentials(name: string, further: readonly string[]): boolean {
  const lower = name.trim().toLowerCase();
  if (further.some((one) => one.trim().toLowerCase() === lower)) return true;
  return credentialName.test(lower) && !aboutCredential.test(lower);
}

/** Values without a secret, whatever the header's name: empty, a switch, or a variable of the platform. */
const noSecret = /^(|-|true|false|yes|no|on|off|none|null|[0-9]{1,3}|((bearer|basic|token)\s+)?\$[a-z][a-z0-9_]*)$/i;

/** Whether a header is stripped, passes on what the visitor sent, or is a switch. */
export function holdsNothing(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => noSecret.test(text.trim()));
}

/** Credentials that can be recognized by the form of their values. */
const forms: readonly (readonly [form: string, pattern: RegExp])[] = [
  ["a bearer token", /^\s*bearer\s+(?!\$)\S{6,}/i],
  ["a name and password (Basic)", /^\s*basic\s+[a-z0-9+/_-]{6,}={0,2}\s*$/i],
  ["a JSON Web Token", /\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an access key of AWS", /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a token of GitHub", /\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ["a token of GitLab", /\bgl(pat|ptt|dt|rt|cbt|soat)-[\w-]{18,}/],
  ["a token of Slack", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ["a key of Stripe", /\b[rs]k_(live|test)_[A-Za-z0-9]{16,}/],
  ["a key of Google", /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/],
  ["a token of npm", /\bnpm_[A-Za-z0-9]{30,}/],
  ["a token of Pulumi", /\bpul-[0-9a-f]{40}\b/],
  ["a key of SendGrid", /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
  ["a token of Vault", /\bhv[sbr]\.[\w-]{20,}/],
  ["a name and password in a URL", /:\/\/[^/\s:@$]+:[^/\s:@$]+@/],
];

/** The kind of credential that one of several values is; undefined if none has a known form. */
export function credentialForm(texts: readonly string[]): string | undefined {
  const [found] = texts.flatMap((text) => forms.filter(([, pattern]) => pattern.test(text)));
  return found?.[0];
}

/** Minimum length and entropy per letter of a random text: 24 random letters of an alphabet of 62 have 4.2 bits each. */
const minRandomLength = 24;
const minBits = 3.7;

/**
 * Whether a value looks random: a single word with letters in both cases and digits. Hashes of commits and builds, ids and dates
 * do not have letters in both cases; words and paths do not contain digits.
 */
export function looksRandom(text: string): boolean {
  const words = text.split(/[\s,;=]+/).filter((word) => word.length >= minRandomLength);
  return words.some(
    (word) =>
      /^[\w+/.~-]+$/.test(word) &&
      [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(word)) &&
      // Names and versions consist of short words between separators; random texts have long runs without a separator.
      word.split(/[./_~-]/).some((run) => run.length >= 16) &&
      bitsPerLetter(word) >= minBits,
  );
}

/** Shannon entropy per letter of a text. */
function bitsPerLetter(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter);
  return [...counts.values()].reduce((sum, { length }) => {
    const share = length / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}
