import ipaddr from "ipaddr.js";

/** A network of either address family as a range of integers, so that equal networks compare equal in any notation. */
interface Range {
  family: "ipv4" | "ipv6";
  first: bigint;
  last: bigint;
}

const bits = { ipv4: 32, ipv6: 128 } as const;

/** The range of a network or a single address; undefined for any other text. */
function rangeOf(text: string): Range | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  if (rest.length > 0 || !isAddress(address)) return undefined;
  const parsed = ipaddr.parse(address);
  const family = parsed.kind();
  const length = prefix === undefined || prefix === "" ? bits[family] : Number(prefix);
  if (!Number.isInteger(length) || length < 0 || length > bits[family]) return undefined;
  const given = parsed.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = 1n << BigInt(bits[family] - length);
  const first = given - (given % size);
  return { family, first, last: first + size - 1n };
}

/** ipaddr.js also accepts `1` and `0x7f.1`, which no field of the platform accepts. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Whether two networks share an address. */
export function networksOverlap(one: string, other: string): boolean {
  const a = rangeOf(one);
  const b = rangeOf(other);
  if (a === undefined || b === undefined || a.family !== b.family) return false;
  return a.first <= b.last && b.first <= a.last;
}

/**
 * Addresses that are not reachable beyond one network, so that no visitor comes from them (IANA, special-purpose address
 * registries).
 */
const unreachable = {
  ipv4: [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
    ...["192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ],
  // Everything except 2000::/3, the only range from which addresses are allocated.
  ipv6: ["::/3", "4000::/2", "8000::/1", "2001:db8::/32"],
} as const;

const familyNames = { ipv4: "IPv4", ipv6: "IPv6" } as const;

/**
 * The address family that networks cover completely, except for addresses that no visitor can have: `0.0.0.0/1` and `128.0.0.0/1`
 * together cover IPv4. A list may also write IPv4 visitors as IPv6 (`::ffff:0:0/96`).
 */
export function coveredFamily(networks: readonly string[]): "IPv4" | "IPv6" | undefined {
  if (networks.some((network) => everyone.test(network.trim()))) return "IPv4";
  const ranges = networks.flatMap((network) => rangesOf(network));
  const family = (["ipv4", "ipv6"] as const).find((one) => {
    const others = unreachable[one].flatMap((network) => rangeOf(network) ?? []);
    return coversAll([...ranges.filter((range) => range.family === one), ...others], one);
  });
  return family && familyNames[family];
}

/** Whether no network of a list contains an address that a visitor can have: such a list of exceptions excludes nobody. */
export function reachesNobody(networks: readonly string[]): boolean {
  const ranges = networks.map(rangesOf);
  if (ranges.some((one) => one.length === 0)) return false;
  return ranges.flat().every(({ family, first, last }) =>
    unreachable[family].some((network) => {
      const other = rangeOf(network);
      return other !== undefined && other.first <= first && last <= other.last;
    }),
  );
}

/** Words for all addresses. */
const everyone = /^(\*|any|all|everyone|0)$/i;

function coversAll(ranges: readonly Range[], family: Range["family"]): boolean {
  let next = 0n;
  for (const { first, last } of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    if (first > next) return false;
    if (last >= next) next = last + 1n;
  }
  return next === 1n << BigInt(bits[family]);
}

const mappedPrefix = 0xffffn << 32n;

/** Ranges of a text in any notation: a network, two addresses with a dash, a netmask, hexadecimal or short forms of IPv4. */
function rangesOf(text: string): Range[] {
  const [from, to, ...more] = text.trim().split(/\s*-\s*/);
  if (from === undefined || more.length > 0) return [];
  if (to !== undefined) {
    const [first, last] = [spelledRange(from), spelledRange(to)];
    if (first === undefined || last === undefined || first.family !== last.family) return [];
    return mapped({ family: first.family, first: first.first, last: last.last });
  }
  const range = spelledRange(from);
  return range === undefined ? [] : mapped(range);
}

/** IPv4 addresses written as IPv6 count as both. */
function mapped(range: Range): Range[] {
  if (range.family === "ipv4") return [range];
  const [first, last] = [mappedPrefix, mappedPrefix + (1n << 32n) - 1n];
  if (range.last < first || range.first > last) return [range];
  const within = { first: range.first > first ? range.first : first, last: range.last < last ? range.last : last };
  return [range, { family: "ipv4", first: within.first - mappedPrefix, last: within.last - mappedPrefix }];
}

function spelledRange(text: string): Range | undefined {
  const exact = rangeOf(text);
  if (exact !== undefined) return exact;
  const [address = "", prefix, ...rest] = text.trim().split("/");
  // Leading zeros, hexadecimal and short forms (inet_aton).
  const parts = address.split(".").map((part) => part.replace(/^0+(?=[0-9])/, ""));
  const plain = parts.join(".");
  if (rest.length > 0 || plain === "" || !ipaddr.IPv4.isValid(plain)) return undefined;
  const length = prefix === undefined ? undefined : lengthOf(prefix);
  return rangeOf(`${ipaddr.IPv4.parse(plain).toString()}${length === undefined ? "" : `/${length}`}`);
}

/** `0`, `00` or `0.0.0.0`. */
function lengthOf(prefix: string): number {
  if (/^\d+$/.test(prefix)) return Number(prefix);
  return ipaddr.IPv4.isValidFourPartDecimal(prefix)
    ? (ipaddr.IPv4.parse(prefix).prefixLengthFromSubnetMask() ?? Number.NaN)
    : Number.NaN;
}
