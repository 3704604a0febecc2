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
  const [address = "", ...prefix] = text.trim().split("/");
  return isAddress(address) ? networkOf(ipaddr.parse(address), prefix.join("/")) : undefined;
}

/** The network of an address with a prefix. An empty prefix stands for the address alone. */
function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: string): Range | undefined {
  const family = address.kind();
  const length = prefix === "" ? bits[family] : lengthOf(prefix);
  if (length === null || length > bits[family]) return undefined;
  const given = address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = 1n << BigInt(bits[family] - length);
  const first = given - (given % size);
  return { family, first, last: first + size - 1n };
}

/** `0`, `00` or `0.0.0.0`; null for any other text. */
function lengthOf(prefix: string): number | null {
  if (/^\d+$/.test(prefix)) return Number(prefix);
  return ipaddr.IPv4.isValidFourPartDecimal(prefix) ? ipaddr.IPv4.parse(prefix).prefixLengthFromSubnetMask() : null;
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
    const all = [...ranges, ...unreachable[one].flatMap(rangesOf)];
    return coversAll(
      all.filter((range) => range.family === one),
      one,
    );
  });
  return family && familyNames[family];
}

/** Whether no network of a list contains an address that a visitor can have: such a list of exceptions excludes nobody. */
export function reachesNobody(networks: readonly string[]): boolean {
  const ranges = networks.map(rangesOf);
  if (ranges.some((one) => one.length === 0)) return false;
  return ranges
    .flat()
    .every(({ family, first, last }) =>
      unreachable[family]
        .flatMap(rangesOf)
        .some((other) => other.family === family && other.first <= first && last <= other.last),
    );
}

/** Words for all addresses. */
const everyone = /^(\*|any|all|everyone|0)$/i;

function coversAll(ranges: readonly Range[], family: Range["family"]): boolean {
  let next = 0n;
  for (const { first, last } of [...ranges].sort((a, b) => Number(a.first - b.first))) {
    if (first > next) return false;
    if (last >= next) next = last + 1n;
  }
  return next === 1n << BigInt(bits[family]);
}

/** Ranges of a text in any notation: a network, two addresses with a dash, a netmask, hexadecimal or short forms of IPv4. */
function rangesOf(text: string): Range[] {
  const [, from = text, to = text] = /^([^-]*)-(.*)$/.exec(text) ?? [];
  const [first, last] = [spelledRange(from), spelledRange(to)];
  if (first === undefined || last === undefined || first.family !== last.family) return [];
  return mapped({ family: first.family, first: first.first, last: last.last });
}

/** The first 96 bits of IPv4 addresses written as IPv6. */
const mappedPrefix = 0xffffn;

/** IPv4 addresses written as IPv6 count as both. */
function mapped(range: Range): Range[] {
  const [from, to] = [range.first >> 32n, range.last >> 32n];
  if (from > mappedPrefix || to < mappedPrefix) return [range];
  const first = from < mappedPrefix ? 0n : BigInt.asUintN(32, range.first);
  const last = BigInt.asUintN(32, to > mappedPrefix ? -1n : range.last);
  return [range, { family: "ipv4", first, last }];
}

function spelledRange(text: string): Range | undefined {
  const exact = rangeOf(text);
  if (exact !== undefined) return exact;
  const [address = "", ...prefix] = text.trim().split("/");
  // Leading zeros, hexadecimal and short forms (inet_aton).
  const parts = address.split(".").map((part) => part.replace(/^0+(?=[0-9])/, ""));
  const plain = parts.join(".");
  return ipaddr.IPv4.isValid(plain) ? networkOf(ipaddr.IPv4.parse(plain), prefix.join("/")) : undefined;
}
