import ipaddr from "ipaddr.js";

/** Networks of both address families as ranges of integers, so that equal networks compare equal however they are written. */
interface Range {
  family: "ipv4" | "ipv6";
  first: bigint;
  last: bigint;
}

const bits = { ipv4: 32, ipv6: 128 } as const;

/** Addresses of a network, or of a single address; undefined for any other text. */
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

/** ipaddr.js also reads `1` and `0x7f.1`, which no field of the platform takes. */
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

/** The address family of which networks together leave out no address: `0.0.0.0/1` and `128.0.0.0/1` are all of IPv4. */
export function coveredFamily(networks: readonly string[]): "IPv4" | "IPv6" | undefined {
  const ranges = networks.flatMap((network) => rangeOf(network) ?? []);
  const isAll = (family: Range["family"]) => {
    let next = 0n;
    const own = ranges.filter((range) => range.family === family).sort((a, b) => (a.first < b.first ? -1 : 1));
    for (const { first, last } of own) {
      if (first > next) return false;
      if (last >= next) next = last + 1n;
    }
    return next === 1n << BigInt(bits[family]);
  };
  if (isAll("ipv4")) return "IPv4";
  return isAll("ipv6") ? "IPv6" : undefined;
}
