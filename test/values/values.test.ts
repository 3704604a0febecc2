import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareVersions,
  decimalOf,
  durationText,
  globPattern,
  microsOf,
  parseDuration,
  parseVersion,
  type Version,
} from "../../provider/values/index.ts";

test("a decimal with up to six digits after the point is unchanged after conversion to millionths and back", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (amount) => {
      expect(microsOf(decimalOf(amount))).toBe(amount);
    }),
  );
  expect([microsOf("12.5"), microsOf(12), microsOf("1e3"), microsOf("twelve"), microsOf(undefined)]).toEqual([
    12_500_000n,
    12_000_000n,
    undefined,
    undefined,
    undefined,
  ]);
  expect([decimalOf(1_234_500_000n), decimalOf(100_000_001n), decimalOf(-1n)]).toEqual([
    "1234.50",
    "100.000001",
    "-0.000001",
  ]);
});

test("versions are ordered by their numbers, and a missing patch counts as 0", () => {
  const part = fc.nat({ max: 200 });
  fc.assert(
    fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (one, other) => {
      const [a, b] = [one, other].map((numbers) => parseVersion(`v${numbers.join(".")}`) as Version) as [
        Version,
        Version,
      ];
      const wanted = one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0);
      expect(Math.sign(compareVersions(a, b))).toBe(Math.sign(wanted ?? 0));
    }),
  );
  expect(parseVersion("1.31")).toEqual({ major: 1, minor: 31, patch: undefined });
  expect([parseVersion("1.31.9-rc.1"), parseVersion("1"), parseVersion("latest")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(parseVersion("1.31.9-rc.1", { suffix: true })).toEqual({ major: 1, minor: 31, patch: 9 });
});

test.each([
  ["45m", 2_700_000],
  ["1h30m", 5_400_000],
  ["7d", 604_800_000],
  ["250ms", 250],
  ["0s", undefined],
  ["90", undefined],
  ["1x", undefined],
])("the duration %s has %s milliseconds", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each([
  [45_000, "45s"],
  [190_000, "3m10s"],
  [7_200_000, "2h"],
  [3_900_000, "1h05m"],
  [1, "1ms"],
])("%s milliseconds are written as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test("a glob pattern matches its own text, any text at a star, and nothing else", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, between, after) => {
      const plain = [before, between, after].map((text) => text.replaceAll("*", ""));
      const [start = "", middle = "", end = ""] = plain;
      expect(globPattern(`${start}*${end}`).test(start + middle + end)).toBe(true);
      expect(globPattern(start).test(start)).toBe(true);
      expect(globPattern(start).test(`${start}x`)).toBe(false);
    }),
  );
});
