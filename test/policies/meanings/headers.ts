import fc from "fast-check";
import { type Case, on, template } from "../../helpers/declared.ts";
import { unknownText } from "../one-unknown.ts";
import { anyCase, each, type Meaning, of, options, random, responseHeader, switchedOff } from "./meaning.ts";

const requestHeader = (name: string, value: unknown, config?: Case["config"]): Case =>
  options({ staticRequestHeaders: on({ [name]: value }) }, config);

/** A word that mixes letters of both cases and digits. */
const randomKey = random(32, 48).map((text) => `a${text}Z7`);
const hex = (length: number) => random(length, length, "0123456789abcdef");

const credentialNames = [
  ...["Authorization", "Proxy-Authorization", "X-Api-Key", "x_api_key", "Origin-Token", "Cookie", "X-Secret", "apikey"],
  ...["X-Amz-Security-Token", "X-Access-Key", "X-Passwd", "DB-Password", "X-Signature", "Credentials"],
];
const plainNames = of("X-Build", "X-Region", "X-Trace", "Via", "X-Client", "X-Origin");

/** Values by the form that the message names. The first form that matches is named. */
const tokens: readonly (readonly [form: string, value: fc.Arbitrary<string>])[] = [
  ["a bearer token", random(20).map((text) => `Bearer ${text}`)],
  ["a bearer token", random(20).map((text) => `Bearer eyJ${text}.${text}.${text}`)],
  ["a name and password (Basic)", random(12).map((text) => `Basic ${Buffer.from(`user:${text}`).toString("base64")}`)],
  ["a JSON Web Token", random(20).map((text) => `eyJ${text}.${text}.${text}`)],
  ["a private key", random(20).map((text) => `-----BEGIN RSA PRIVATE KEY-----${text}`)],
  ["an access key of AWS", random(16, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").map((text) => `AKIA${text}`)],
  ["a token of GitHub", random(36).map((text) => `ghp_${text}`)],
  ["a token of GitLab", random(20).map((text) => `glpat-${text}`)],
  ["a token of Slack", random(20).map((text) => `xoxb-${text}`)],
  ["a key of Stripe", random(24).map((text) => `sk_live_${text}`)],
  ["a key of Google", random(35).map((text) => `AIza${text}`)],
  ["a token of npm", random(36).map((text) => `npm_${text}`)],
  ["a token of Pulumi", hex(40).map((text) => `pul-${text}`)],
  ["a key of SendGrid", random(22).map((text) => `SG.${text}.${text}`)],
  ["a token of Vault", random(24).map((text) => `hvs.${text}`)],
  ["a name and password in a URL", random(12).map((text) => `https://user:${text}@origin.example.com/`)],
];

/** Values of headers that have no secret, whatever the header's name. */
const noSecrets = ["", " ", "-", "$http_authorization", "Bearer $http_x_token", "off", "false", "None", "12"];

/** Values that are no credential, by their form. */
const plainValues: fc.Arbitrary<string>[] = [
  hex(40),
  fc.uuid(),
  // Few different letters, however long the text is.
  random(8).map((text) => `aA1${text.slice(3)}`.repeat(3)),
  ...each(
    [
      ...["text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "https://example.com/a/long/path/Of-2026/v1.31.9"],
      ...["max-age=63072000; includeSubDomains", "Europe/Berlin", "W/3f80f-1b6-3e1cb03b", "2026-11-24T23:59:59.000Z"],
      ...["Release-2026-Autumn-Feature-Flags-V2", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAa1", "bearer"],
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    ],
    (value) => value,
  ),
];

const requestHeaderSecret: Meaning = {
  bypass: [
    ...each(credentialNames, (name) =>
      fc.tuple(anyCase(name), random(5, 40)).map(([spelled, value]) => requestHeader(spelled, value)),
    ),
    ...each(tokens, ([form, value]) =>
      fc.tuple(plainNames, value, fc.boolean()).map(([name, token, isLast]) => ({
        ...requestHeader(name, isLast ? ["plain", token] : token),
        message: `value${name === "Via" ? ".Via" : `["${name}"]`}: must be a secret (it is ${form});`,
      })),
    ),
    fc
      .tuple(plainNames, randomKey)
      .map(([name, value]) => ({ ...requestHeader(name, value), message: "must be a secret (it looks random);" })),
    fc
      .tuple(of(...credentialNames), of(...noSecrets), random(5, 40))
      .map(([name, empty, value]) => requestHeader(name, [empty, value])),
    // The state has the values of an option that is off.
    fc
      .tuple(of(...credentialNames), random(5, 40))
      .map(([name, value]) => options(switchedOff({ staticRequestHeaders: on({ [name]: value }) }))),
    // The name shows that the value is a secret before the value is known.
    ...each(credentialNames, (name) => requestHeader(name, unknownText)),
    // The configuration names further headers.
    fc
      .tuple(anyCase("X-Team"), random(5, 40))
      .map(([name, value]) => requestHeader(name, value, { headers: ["T", " x-team "], byValue: false })),
    // Visitors receive response headers, so a secret there is a violation even if it is marked as one.
    ...each(tokens, ([form, value]) =>
      fc
        .tuple(of("X-Debug", "Set-Cookie"), value)
        .chain(([name, token]) => responseHeader(name, token))
        .map((given) => ({ ...options(given), message: `must not be sent to visitors: it is ${form}` })),
    ),
  ],
  honest: [
    // Headers that are removed, passed on, or only switch a feature.
    ...each(noSecrets, (value) => of(...credentialNames).map((name) => requestHeader(name, value))),
    ...each(
      ["X-Token-Type", "X-Api-Key-Id", "X-Secret-Version", "X-Signature-Algorithm", "X-Token-TTL", "X-Tokenizer"],
      (name) => random(2, 8).map((value) => requestHeader(name, value)),
    ),
    ...plainValues.map((values) => fc.tuple(plainNames, values).map(([name, value]) => requestHeader(name, value))),
    ...each([...tokens.map(([, value]) => value), randomKey], (values) =>
      fc.tuple(plainNames, values).map(([name, value]) => requestHeader(name, value, { byValue: false })),
    ),
    fc.tuple(of(...credentialNames), random(5, 40)).map(([name, value]) => {
      const one = requestHeader(name, value).resources[0];
      return { resources: one ? [{ ...one, secrets: [`options.staticRequestHeaders.value.${name}`] }] : [] };
    }),
    // Nothing of an option that is off is sent.
    ...each(tokens, ([, value]) =>
      value.chain((token) => responseHeader("X-Debug", token)).map((given) => options(switchedOff(given))),
    ),
    ...each(tokens, ([, value]) =>
      value.chain((token) => responseHeader("X-Debug", token)).map((given) => options(given, { byValue: false })),
    ),
  ],
};

const signed = (key: unknown, enabled: boolean, secrets: readonly string[] = []): Case => ({
  resources: [template({ options: { secure_key: { enabled, key } } }, { secrets })],
});

const secureKeySecret: Meaning = {
  // The state has the key of an option that is off, too.
  bypass: each([true, false], (enabled) => random(1, 40).map((key) => signed(key, enabled))),
  honest: [
    ...each([true, false], (enabled) => random(1, 40).map((key) => signed(key, enabled, ["options.secure_key.key"]))),
    ...each([undefined, null], (key) => signed(key, true)),
  ],
};

/** A header of either kind with a name in any case. */
const spelledHeader = (name: string, value: fc.Arbitrary<string>) =>
  fc
    .tuple(of("", " "), anyCase(name), value)
    .chain(([lead, spelled, text]) => responseHeader(`${lead}${spelled}`, text));

const both = (one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> => {
  const joined = (name: string) =>
    [one[name], other[name]].flatMap((option) => (option === undefined ? [] : [Object(option).value]));
  const [lists, maps] = [joined("static_response_headers"), joined("staticHeaders")];
  return {
    ...one,
    ...other,
    ...(lists.length > 0 && { static_response_headers: on(lists.flat()) }),
    ...(maps.length > 0 && { staticHeaders: on(Object.assign({}, ...maps)) }),
  };
};

const wildcards = ["*", "$http_origin", "null", "$HTTP_ORIGIN", " * "];
const credentials = spelledHeader(
  "Access-Control-Allow-Credentials",
  fc.tuple(of("", " "), anyCase("true")).map(([lead, text]) => `${lead}${text}`),
);
const origins = ["https://shop.example.com", "*.example.com", ""];

const corsWildcardCredentials: Meaning = {
  bypass: [
    ...each(wildcards, (origin) =>
      credentials.map((header) => ({
        ...options({ ...header, cors: on(["https://shop.example.com", origin]) }),
        message: `options.cors.value[1]: must be a domain; got ${JSON.stringify(origin)}`,
      })),
    ),
    ...each(wildcards, (origin) =>
      fc
        .tuple(credentials, spelledHeader("Access-Control-Allow-Origin", fc.constant(origin)))
        .map(([header, allowed]) => options(both(header, allowed))),
    ),
    // The first wildcard is reported.
    credentials.map((header) => ({ ...options({ ...header, cors: on(["null", "*"]) }), message: "cors.value[0]" })),
  ],
  honest: [
    ...each(origins, (origin) => credentials.map((header) => options({ ...header, cors: on([origin]) }))),
    ...each(origins, (origin) =>
      fc
        .tuple(credentials, spelledHeader("Access-Control-Allow-Origin", fc.constant(origin)))
        .map(([header, allowed]) => options(both(header, allowed))),
    ),
    // Without credentials, everyone may read what everyone gets.
    ...each(["X-Debug", "Access-Control-Allow-Credentials-Mode"], (name) =>
      spelledHeader(name, fc.constant("true")).map((header) => options({ ...header, cors: on(["*"]) })),
    ),
    spelledHeader("Access-Control-Allow-Credentials", fc.constant("false")).map((header) =>
      options({ ...header, cors: on(["*"]) }),
    ),
    credentials.map((header) => options({ ...header, cors: { enabled: false, value: ["*"] } })),
    credentials.map((header) => options({ ...switchedOff(header), cors: on(["*"]) })),
    // Another header with the same value allows nothing.
    fc
      .tuple(credentials, spelledHeader("Vary", fc.constant("*")))
      .map(([header, other]) => options(both(header, other))),
  ],
};

export const headerMeanings: Readonly<Record<string, Meaning>> = {
  "request-header-secret": requestHeaderSecret,
  "secure-key-secret": secureKeySecret,
  "cors-wildcard-credentials": corsWildcardCredentials,
};
