import { describe, expect, test } from "vitest";
import { coveredFamily, networksOverlap, reachesNobody } from "../../policies/net/networks.ts";

describe("two networks", () => {
  test.each([
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", " 10.255.255.255/32 ", true],
    ["10.0.0.0/8", "11.0.0.0/8", false],
    ["10.0.1.0/24", "10.0.2.0/24", false],
    ["10.0.0.255/24", "10.0.0.0", true],
    ["2001:db8::/32", "2001:db8:1::1", true],
    ["::/0", "10.0.0.0/8", false],
    // An invalid network overlaps nothing.
    ["10.0.0.0/8", "10.0.0.0/8/9", false],
    ["10.0.0.0/8", "10.0.0.0/33", false],
    ["10.0.0.0/8", "10.0.0.0/-1", false],
    ["10.0.0.0/8", "10.0.0.0/1.5", false],
    ["10.0.0.0/8", "10.1", false],
    ["10.0.0.0/8", "example.com/8", false],
    ["10.0.0.0/8", "", false],
  ])("%s and %s share an address: %s", (one, other, expected) => {
    expect(networksOverlap(one, other)).toBe(expected);
    expect(networksOverlap(other, one)).toBe(expected);
  });
});

test.each([
  [["0.0.0.0/0"], "IPv4"],
  [["0.0.0.0/1", "128.0.0.0/1"], "IPv4"],
  [["0.0.0.0/1"], undefined],
  [["2000::/3"], "IPv6"],
  [["2000::/4"], undefined],
  [[" ANY "], "IPv4"],
  [["any.example.com"], undefined],
  [[], undefined],
] as const)("%j are all addresses of %s", (networks, family) => {
  expect(coveredFamily(networks)).toBe(family);
});

test.each([
  [["10.0.0.0/8", "192.168.1.0/24"], true],
  [["10.0.0.0/8", "8.8.8.8"], false],
  [["10.0.0.0/7"], false],
  [["2001:db8::/32", "fd00::/8"], true],
  [["10.0.0.0/8", "no network"], false],
] as const)("%j reach nobody: %s", (networks, expected) => {
  expect(reachesNobody(networks)).toBe(expected);
});
