import fc from "fast-check";
import { type Case, cluster, type Declared, on, pool, reservation, template } from "../helpers/declared.ts";

/** Cases of a rule: violations that it must find in any spelling, and configurations that it must not report. */
export interface Meaning {
  bypass: fc.Arbitrary<Case>;
  honest: fc.Arbitrary<Case>;
}

const options = (given: Record<string, unknown>): Case => ({ resources: [template({ options: given })] });
const requestHeader = (name: string, value: unknown) => options({ staticRequestHeaders: on({ [name]: value }) });
const of = fc.constantFrom;

/** A text in any mix of upper and lower case. */
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((one, at) => (upper[at] ? one.toUpperCase() : one.toLowerCase())).join(""));

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const random = (min: number, max = min, alphabet = letters) =>
  fc.array(of(...alphabet), { minLength: min, maxLength: max }).map((all) => all.join(""));
/** A word that mixes letters of both cases and digits. */
const randomKey = random(32, 48).map((text) => `a${text}Z7`);
const hex = (length: number) => random(length, length, "0123456789abcdef");

const credentialNames = of("Authorization", "X-Api-Key", "x_api_key", "Origin-Token", "Cookie", "X-Secret", "apikey");
const plainNames = of("X-Build", "X-Region", "X-Trace", "Via", "X-Client", "X-Origin");
const token = fc.oneof(
  random(20).map((text) => `Bearer ${text}`),
  random(12).map((text) => `Basic ${Buffer.from(`user:${text}`).toString("base64")}`),
  fc.tuple(random(20), random(30), random(20)).map((parts) => `eyJ${parts.join(".")}`),
  random(16, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789").map((text) => `AKIA${text}`),
  random(36).map((text) => `ghp_${text}`),
  random(20).map((text) => `glpat-${text}`),
  random(24).map((text) => `sk_live_${text}`),
  random(12).map((text) => `https://user:${text}@origin.example.com/`),
);

const requestHeaderSecret: Meaning = {
  bypass: fc.oneof(
    fc.tuple(credentialNames.chain(anyCase), random(5, 40)).map(([name, value]) => requestHeader(name, value)),
    fc.tuple(plainNames, fc.oneof(token, randomKey)).map(([name, value]) => requestHeader(name, value)),
    // The name shows that the value is a secret before the value is known.
    credentialNames.map((name) => requestHeader(name, "04da6b54-80e4-46f7-96ec-b56ff0331ba9")),
    // Visitors receive response headers, so a secret there is a violation even if it is marked as one.
    fc
      .tuple(of("X-Debug", "Set-Cookie"), token, fc.boolean())
      .map(([name, value, isLegacy]) =>
        options(
          isLegacy
            ? { staticHeaders: on({ [name]: value }) }
            : { static_response_headers: on([{ name, value: [value] }]) },
        ),
      ),
  ),
  honest: fc.oneof(
    // Headers that are removed, passed on, or only switch a feature.
    fc
      .tuple(credentialNames, of("", " ", "$http_authorization", "Bearer $http_x_token", "off", "false"))
      .map(([name, value]) => requestHeader(name, value)),
    fc
      .tuple(of("X-Token-Type", "X-Api-Key-Id", "X-Secret-Version", "X-Signature-Algorithm"), random(2, 8))
      .map(([name, value]) => requestHeader(name, value)),
    fc
      .tuple(
        plainNames,
        fc.oneof(
          hex(40),
          fc.uuid(),
          of("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "https://example.com/a/long/path/Of-2026/v1.31.9"),
          of(
            "max-age=63072000; includeSubDomains",
            "Europe/Berlin",
            "W/3f80f-1b6-3e1cb03b",
            "2026-11-24T23:59:59.000Z",
          ),
          of("Release-2026-Autumn-Feature-Flags-V2", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAa1"),
          of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "bearer"),
        ),
      )
      .map(([name, value]) => requestHeader(name, value)),
  ),
};

const responseHeader = (name: string, value: string, isLegacy: boolean) =>
  options(
    isLegacy ? { staticHeaders: on({ [name]: value }) } : { static_response_headers: on([{ name, value: [value] }]) },
  );
const http = fc.tuple(of("", " ", "\t"), anyCase("http:"), of("//", "\\\\", "/\\", "")).map((parts) => parts.join(""));

const noHttpDowngrade: Meaning = {
  bypass: fc.oneof(
    fc
      .tuple(anyCase("Location"), http, fc.boolean())
      .map(([name, start, isLegacy]) => responseHeader(name, `${start}old.example.com/`, isLegacy)),
    fc
      .tuple(anyCase("Refresh"), of("0;url=", "0; URL='", '5 ; url="', "0;"), http, fc.boolean())
      .map(([name, lead, start, isLegacy]) => responseHeader(name, `${lead}${start.trim()}old.example.com/`, isLegacy)),
    fc
      .tuple(
        anyCase("Strict-Transport-Security"),
        of("max-age=0", "MAX-AGE = 0; preload", "includeSubDomains", 'max-age="0"'),
        fc.boolean(),
      )
      .map(([name, value, isLegacy]) => responseHeader(name, value, isLegacy)),
    fc
      .tuple(of(301, 302, 303, 307, 308), http)
      .map(([code, start]) => options({ force_return: { enabled: true, code, body: `${start}old.example.com` } })),
    http.map((start) =>
      options({ rewrite: { enabled: true, body: `/(.*) ${start.trim()}old.example.com/$1`, flag: "redirect" } }),
    ),
    of(
      '<meta http-equiv="refresh" content="0; url=http://old.example.com/">',
      "<META HTTP-EQUIV=refresh CONTENT='0;http://old.example.com'>",
      "<script>location = 'http://old.example.com'</script>",
      '<script>window.location.replace("http://old.example.com")</script>',
      '<form method=post action="http://old.example.com/login">',
    ).map((body) => options({ force_return: { enabled: true, code: 200, body } })),
  ),
  honest: fc.oneof(
    of(
      ["Location", "https://example.com/?from=http://old.example.com"],
      ["Location", "/http:/"],
      ["Refresh", "5"],
      ["Refresh", "0; url=/new"],
      ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"],
      ["X-Documentation", "http://www.w3.org/1999/xhtml"],
      ["Content-Security-Policy", "upgrade-insecure-requests"],
    ).chain(([name = "", value = ""]) => fc.boolean().map((isLegacy) => responseHeader(name, value, isLegacy))),
    of(
      '<html xmlns="http://www.w3.org/1999/xhtml"><body>Gone</body></html>',
      "See http://docs.example.com for what is new.",
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ).map((body) => options({ force_return: { enabled: true, code: 200, body } })),
    of("/(.*) /proxy?to=http://inner.example.com break", "/http:(.*) /$1 last").map((body) =>
      options({ rewrite: { enabled: true, body, flag: "break" } }),
    ),
  ),
};

const acl = (name: string, policy_type: string, excepted_values: readonly string[]) =>
  options({ [name]: { enabled: true, policy_type, excepted_values } });
const shuffled = (all: readonly string[]) => fc.shuffledSubarray([...all], { minLength: all.length });

/** First octets of all public /8 networks. */
const publicEighths = Array.from({ length: 256 }, (_, first) => first).filter(
  (first) => ![0, 10, 127].includes(first) && first < 224,
);

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** All region codes, in lower case. */
const countries = [..."abcdefghijklmnopqrstuvwxyz"]
  .flatMap((first, _, all) => all.map((second) => `${first}${second}`))
  .filter((code) => countryNames.of(code.toUpperCase()) !== undefined);

const openAccessList: Meaning = {
  bypass: fc.oneof(
    of(
      "0.0.0.0/0",
      "::/0",
      "0:0::/0",
      "::ffff:0.0.0.0/96",
      "::ffff:0:0/96",
      "2000::/3",
      "0/0",
      "*",
      "any",
      "000.0.0.0/0",
      "0.0.0.0-255.255.255.255",
      "0x0.0.0.0/0",
      "0.0.0.0/0.0.0.0",
    ).chain((all) =>
      shuffled([all, "192.0.2.0/24", "2001:db8::/32"]).map((values) => acl("ip_address_acl", "deny", values)),
    ),
    fc.constant(acl("country_acl", "deny", countries)),
    // All public networks, and no others.
    shuffled(publicEighths.map((first) => `${first}.0.0.0/8`)).map((values) => acl("ip_address_acl", "deny", values)),
    of("~.*", "~*^.*$", "~.", "~^", "~*(mozilla|curl|ok|goo|x)", "*").map((agent) =>
      acl("user_agent_acl", "deny", ["curl", agent]),
    ),
    of("*", "*.*").map((domain) => acl("referrer_acl", "deny", ["example.com", domain])),
    of("ip_address_acl", "country_acl", "referrer_acl").map((name) => acl(name, "allow", [])),
    shuffled(["192.0.2.7", "10.0.0.0/8", "0.0.0.0"]).map((values) => acl("ip_address_acl", "allow", values)),
  ),
  honest: fc.oneof(
    fc.subarray(publicEighths, { minLength: 1, maxLength: publicEighths.length - 1 }).map((some) =>
      acl(
        "ip_address_acl",
        "deny",
        some.map((first) => `${first}.0.0.0/8`),
      ),
    ),
    of("::ffff:0.0.0.0/97", "2001::/16", "10.0.0.0/8", "0.0.0.0/32").map((one) => acl("ip_address_acl", "deny", [one])),
    of("~*bot", "~^Mozilla", "curl/8.5.0", "").map((agent) => acl("user_agent_acl", "deny", [agent])),
    of("*.example.com", "example.com").map((domain) => acl("referrer_acl", "deny", [domain])),
    of(
      ["DE", "FR"],
      ["US"],
      countries.filter((code) => code !== "de"),
    ).map((codes) => acl("country_acl", "deny", codes)),
    of(["8.8.8.8"], ["10.0.0.0/8", "1.2.3.0/24"]).map((values) => acl("ip_address_acl", "allow", values)),
  ),
};

const pools = (...changes: Record<string, unknown>[]) => cluster({ pools: changes.map(pool) });
/** A cluster in which one of several pools has a change. */
const among = (changes: Record<string, unknown>) =>
  fc.tuple(fc.nat(3), fc.nat(3)).map(([before, after]): Case => {
    const others = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => ({ name: `${name}${at}` }));
    return { resources: [pools(...others(before, "a"), changes, ...others(after, "b"))] };
  });

const networks = (changes: Record<string, string>): Case => ({ resources: [cluster(changes)] });

/** Rules that can be violated in many spellings. Other rules are plain comparisons: their cases, with noise, are enough. */
export const meanings: Readonly<Record<string, Meaning>> = {
  "request-header-secret": requestHeaderSecret,
  "no-http-downgrade": noHttpDowngrade,
  "open-access-list": openAccessList,
  "pool-auto-healing": {
    bypass: of(false, null, undefined).chain((value) => among({ autoHealingEnabled: value })),
    honest: among({ autoHealingEnabled: true }),
  },
  "pool-no-public-ipv4": {
    bypass: among({ isPublicIpv4: true }),
    honest: of(false, null, undefined).chain((value) => among({ isPublicIpv4: value })),
  },
  "pool-minimum-nodes": {
    bypass: of(0, 1).chain((minNodeCount) => among({ minNodeCount })),
    honest: fc.integer({ min: 2, max: 5 }).chain((minNodeCount) => among({ minNodeCount, maxNodeCount: 5 })),
  },
  "ip-pools-overlap": {
    // The platform's default counts for a network that is left out.
    bypass: fc.oneof(
      of("172.24.0.0/18", "172.16.0.0/12", "172.24.1.0/24", "0.0.0.0/0").map((podsIpPool) => networks({ podsIpPool })),
      fc
        .integer({ min: 8, max: 30 })
        .map((bits) => networks({ podsIpPool: `10.0.0.0/${bits}`, servicesIpPool: "10.0.0.0/30" })),
    ),
    honest: fc
      .integer({ min: 9, max: 30 })
      .map((bits) => networks({ podsIpPool: `10.0.0.0/${bits}`, servicesIpPool: `10.128.0.0/${bits}` })),
  },
  "unique-cluster-names": {
    bypass: of("projectId", "regionId").map((setting): Case => {
      // Both clusters have the provider's setting.
      const one = cluster();
      const inputs = { ...one.inputs, [setting]: undefined };
      return {
        resources: [
          { ...one, inputs },
          { ...one, inputs, name: "other" },
        ],
      };
    }),
    honest: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 19 })).map(
      ([one, other]): Case => ({
        resources: [cluster({ regionId: one }), cluster({ regionId: other }, { name: "other" })],
      }),
    ),
  },
};

/** Resources that violate no rule, alone or together with a case. */
export const noise: fc.Arbitrary<Declared[]> = fc
  .tuple(fc.nat(2), fc.nat(2))
  .map(([templates, reservations]) => [
    ...Array.from({ length: templates }, (_, at) =>
      template({ name: `noise-${at}`, rule: `/noise-${at}/`, weight: 900 + at }, { name: `noise-${at}` }),
    ),
    ...Array.from({ length: reservations }, (_, at) =>
      reservation(
        { name: `noise-${at}`, quote: { known: true, total: "0.00", perMonth: "0.00", currency: "EUR" } },
        { name: `noise-metal-${at}` },
      ),
    ),
  ]);
