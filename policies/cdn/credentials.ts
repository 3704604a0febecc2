/** Credentials in the headers of rule templates, by what they are: by the name that a header has, and by the value. */

/** Headers that carry credentials by their standard, and words in names that say so. */
const credentialName =
  /^(authorization|proxy-authorization|cookie|x-amz-security-token)$|(^|[-_])(api[-_]?key|access[-_]?key|token|secret|password|passwd|signature|credentials?)($|[-_])|apikey/;

/** A header about a credential: its kind, version or name. */
const aboutCredential =
  /[-_](type|kind|version|id|name|alg(orithm)?|format|scope|issuer|expir(es|y|ation)|ttl|length|count|required|mode|source|header)$/;

/** Whether the name of a header, in whatever case, says that it carries credentials. */
export function namesCredentials(name: string, further: readonly string[]): boolean {
  const lower = name.trim().toLowerCase();
  if (further.some((one) => one.trim().toLowerCase() === lower)) return true;
  return credentialName.test(lower) && !aboutCredential.test(lower);
}

/** What a header without a secret in it may hold, whatever its name: nothing, a switch, or a variable of the platform. */
const noSecret = /^(|-|true|false|yes|no|on|off|none|null|[0-9]{1,3}|((bearer|basic|token)\s+)?\$[a-z][a-z0-9_]*)$/i;

/** Whether a header is stripped, passes on what the visitor sent, or is a switch. */
export function holdsNothing(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => noSecret.test(text.trim()));
}

/** Forms of credentials that are known by their values. */
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

/** What kind of credential a value is; undefined: it is none that is known by its form. */
export function credentialForm(text: string): string | undefined {
  return forms.find(([, pattern]) => pattern.test(text))?.[0];
}

/** A random text is at least so long, and its letters tell at least so much: 24 random ones of an alphabet of 62 have 4.2 bits. */
const minRandomLength = 24;
const minBits = 3.7;

/**
 * Whether a value looks random: one word of letters in both cases and digits. Hashes of commits and builds, ids and dates have no
 * letters in both cases, and words and paths have no digits among them.
 */
export function looksRandom(text: string): boolean {
  const words = text.split(/[\s,;=]+/).filter((word) => word.length >= minRandomLength);
  return words.some(
    (word) =>
      /^[\w+/.~-]+$/.test(word) &&
      [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(word)) &&
      // Names and versions are words with separators; random texts have long runs without one.
      word.split(/[./_~-]/).some((run) => run.length >= 16) &&
      bitsPerLetter(word) >= minBits,
  );
}

/** Entropy of the letters of a text (Shannon). */
function bitsPerLetter(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter);
  return [...counts.values()].reduce((sum, { length }) => {
    const share = length / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}
