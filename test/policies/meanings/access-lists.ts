import fc from "fast-check";
import { unknownText } from "../one-unknown.ts";
import { each, type Meaning, of, options, shuffled } from "./meaning.ts";

const acl = (name: string, policy_type: string, excepted_values: unknown, enabled = true) =>
  options({ [name]: { enabled, policy_type, excepted_values } });
const networks = (policy: string, list: readonly string[]) => acl("ip_address_acl", policy, list);

/** First octets of all public /8 networks. */
const publicEighths = Array.from({ length: 256 }, (_, first) => first).filter(
  (first) => ![0, 10, 127].includes(first) && first < 224,
);

/** Codes of the countries that have inhabitants (ISO 3166-1). */
export const countries: readonly string[] = (
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH " +
  "CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL " +
  "GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC " +
  "LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR " +
  "NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV " +
  "SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

/** Texts that are all addresses of a family, each alone. */
const everyone: readonly (readonly [text: string, family: string])[] = [
  ...[
    "0.0.0.0/0",
    "1.2.3.4/0",
    "0/0",
    "*",
    "ANY",
    "all",
    "everyone",
    "0",
    "000.0.0.0/0",
    "0x0.0.0.0/0",
    "0.0.0.0/00",
  ].map((text) => [text, "IPv4"] as const),
  ...["0.0.0.0/0.0.0.0", "0.0.0.0-255.255.255.255", "0.0.0.0 - 255.255.255.255", "00.0.0.0-0xff.255.255.255"].map(
    (text) => [text, "IPv4"] as const,
  ),
  // IPv4 addresses written as IPv6, with and without others.
  ...["::ffff:0.0.0.0/96", "::ffff:0:0/96", "::900:0-::ffff:255.255.255.255", "::ffff:0:0-::1:0:0:ffff"].map(
    (text) => [text, "IPv4"] as const,
  ),
  ...["::/0", "0:0::/0", "::/1"].map((text) => [text, "IPv4"] as const),
  ...["2000::/3", "2000::-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"].map((text) => [text, "IPv6"] as const),
];

const dotted = (address: number) => [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join(".");
/** A mixture of notations. */
const written = (from: number, to: number) =>
  of("", "::ffff:").map((lead) =>
    from === to ? `${lead}${dotted(from)}` : `${lead}${dotted(from)}-${lead}${dotted(to)}`,
  );
/** All addresses, cut into ranges and single addresses. */
const pieces = fc
  .uniqueArray(fc.integer({ min: 1, max: 2 ** 32 - 3 }), { minLength: 1, maxLength: 4 })
  .map((cuts) => [...new Set(cuts.flatMap((cut) => [cut, cut + 1]))].sort((one, other) => one - other))
  .chain((cuts) => fc.tuple(...[0, ...cuts].map((from, at) => written(from, (cuts[at] ?? 2 ** 32) - 1))));

/** Networks that leave a part of the addresses out, and texts that are no networks. */
const notEveryone: readonly (readonly string[])[] = [
  ...["::ffff:0.0.0.0/97", "::ffff:128.0.0.0/97", "2001::/16", "10.0.0.0/8", "0.0.0.0/32", "2000::/4", "3000::/4"].map(
    (one) => [one],
  ),
  ...["0.0.0.0", "0.0.0.0/", "8000::/1", "0.0.0.0/255.0.0.0", "::fffe:0:0/96", "::1:0:0:0/96"].map((one) => [one]),
  ...[
    "0.0.0.0/33",
    "0.0.0.0/x",
    "0.0.0.0/-1",
    "0.0.0.0/0/0",
    "0x0.0.0.0/0/0",
    "::/129",
    "0.0.0.0/0.255.0.0",
    "/0",
    "",
  ].map((one) => [one]),
  ...[
    "0.0.0.0-x",
    "x-255.255.255.255",
    "0.0.0.0-255.255.255.255-1.1.1.1",
    "0.0.0.0-::ffff:ffff:ffff:ffff",
    "any.example.com",
  ].map((one) => [one]),
  ["0.0.0.0/1", "8000::/1"],
  ["0.0.0.0/2", "128.0.0.0/1"],
  [],
];

/** Networks from which no visitor comes. */
const unreachable = [
  ...["10.0.0.0/8", "10.1.2.3", "172.16.0.0/12", "192.168.1.0/24", "100.64.0.0/10", "127.0.0.1", "169.254.0.0/16"],
  ...["0.0.0.0/8", "192.0.0.0/24", "192.0.2.7", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::1", "fd00::/8", "fe80::1", "2001:db8::/32", "::ffff:10.0.0.0/104", "0x0a.0.0.1", "10.1", "10.0.0.1-10.0.0.9"],
  ...["4000::/2", "8000::/1", "::ffff:224.0.0.0-1::"],
];
const reachable = [
  "8.8.8.8",
  "8.8.8.0/24",
  "10.0.0.0/7",
  "::ffff:8.8.8.8",
  "2001:4860::/32",
  "10.0.0.1-11.0.0.9",
  "0/0",
];

export const openAccessList: Meaning = {
  bypass: [
    ...each(everyone, ([all, family]) =>
      shuffled([all, "192.0.2.0/24", "2001:db8::/32"]).map((values) => ({
        ...networks("deny", values),
        message: `options.ip_address_acl.excepted_values: let everyone in: together they are all ${family} addresses`,
      })),
    ),
    pieces.chain(shuffled).map((values) => networks("deny", values)),
    // All public networks, and no others.
    shuffled(publicEighths.map((first) => `${first}.0.0.0/8`)).map((values) => networks("deny", values)),
    ...each([countries, [...countries, "AQ"], countries.map((code) => ` ${code.toLowerCase()} `)], (codes) =>
      shuffled(codes).map((values) => ({
        ...acl("country_acl", "deny", values),
        message: "excepted_values: let everyone in: together they are all countries",
      })),
    ),
    ...each(["~.*", "~*^.*$", "~.", "~", "~^", "~*(mozilla|curl|OK|goo|x)", "*", "*.*"], (agent) => ({
      ...acl("user_agent_acl", "deny", ["curl", ` ${agent}`, "*"]),
      message: `user_agent_acl.excepted_values[1]: lets everyone in: ${JSON.stringify(agent)}`,
    })),
    ...each(["*", "*.*", "**", "."], (domain) => ({
      ...acl("referrer_acl", "deny", ["example.com", domain === "." ? ".*" : domain, "*"]),
      message: "referrer_acl.excepted_values[1]: lets everyone in",
    })),
    ...each(["ip_address_acl", "country_acl", "referrer_acl", "user_agent_acl"], (name) => ({
      ...acl(name, "allow", []),
      message: `options.${name}: allows everyone: it has no exceptions`,
    })),
    ...each(unreachable, (one) => ({
      ...networks("allow", [one]),
      message: "options.ip_address_acl.excepted_values: exclude nobody",
    })),
    shuffled(unreachable).map((values) => networks("allow", values)),
  ],
  honest: [
    fc.subarray(publicEighths, { minLength: 1, maxLength: publicEighths.length - 1 }).map((some) =>
      networks(
        "deny",
        some.map((first) => `${first}.0.0.0/8`),
      ),
    ),
    // A reachable address is missing.
    pieces
      .chain((all) => shuffled(all).map((values) => values.filter((one) => !one.endsWith("8.8.8.8"))))
      .map((values) =>
        networks(
          "deny",
          values.map((one) => (one.includes("-") ? "9.9.9.9" : one)),
        ),
      ),
    ...each(notEveryone, (list) => networks("deny", list)),
    ...each(["~*bot", "~^Mozilla", "~(MOZILLA|curl|ok|Goo|^x$)", "~(", "~*[", "curl/8.5.0", ""], (agent) =>
      acl("user_agent_acl", "deny", [agent]),
    ),
    ...each(["*.example.com", "example.com", "", "*a*"], (domain) => acl("referrer_acl", "deny", [domain])),
    // A single country is missing.
    of(...countries).chain((missing) =>
      shuffled(countries.filter((code) => code !== missing)).map((codes) => acl("country_acl", "deny", codes)),
    ),
    ...each(reachable, (one) => shuffled([one, "10.0.0.0/8"]).map((values) => networks("allow", values))),
    ...each(["no network", "10.0.0.0/x"], (one) => networks("allow", [one, "10.0.0.0/8"])),
    fc.constant(acl("country_acl", "allow", countries)),
    fc.constant(acl("user_agent_acl", "allow", ["~.*"])),
    fc.constant(acl("referrer_acl", "allow", ["*"])),
    // An option that is off lets everyone in by intent.
    ...each(["allow", "deny"], (policy) =>
      acl("ip_address_acl", policy, policy === "allow" ? [] : ["0.0.0.0/0"], false),
    ),
    ...each(["allow", "deny"], (policy) => acl("ip_address_acl", policy, unknownText)),
  ],
};
