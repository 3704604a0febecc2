import { readJson, storageEvents, storageEventsBody, writeJson } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { refused } from "./problems.ts";

const most = 18_446_744_073_709_551_615n;
const withBytes = (bytes: unknown) => ({ reaching_used_space: [{ bytes }] });

test("any level is sent and returned with all its digits, in each accepted form", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: most }), fc.constantFrom("bigint", "text"), (level, form) => {
      const sent = writeJson(storageEventsBody.parse(withBytes(form === "text" ? String(level) : level)));
      expect(sent).toBe(`{"reaching_used_space":[{"bytes":${level}}]}`);
      const seen = storageEvents.parse(readJson(sent)).reaching_used_space?.[0]?.bytes;
      expect(String(seen)).toBe(String(level));
    }),
  );
});

test("users get a level as a number if it is exact, otherwise as text", () => {
  const seen = (text: string) => storageEvents.parse(readJson(text)).reaching_used_space?.[0]?.bytes;
  expect(seen('{"reaching_used_space":[{"bytes":9007199254740991}]}')).toBe(9_007_199_254_740_991);
  expect(seen('{"reaching_used_space":[{"bytes":9007199254740992}]}')).toBe("9007199254740992");
});

test.each([[-1], [1.5], [2 ** 53], [most + 1n], [String(most + 1n)], ["1e3"], [""], [null], [true]])(
  "the level %s is refused",
  (bytes) => {
    expect(refused(storageEventsBody, withBytes(bytes))).toEqual(["reaching_used_space.0.bytes"]);
  },
);

test("a level and an array can be omitted", () => {
  expect(storageEventsBody.parse({ reaching_used_traffic: [{ uuid: "u" }] })).toEqual({
    reaching_used_traffic: [{ uuid: "u" }],
  });
});

test("lossless JSON differs from JSON only for integers beyond 2^53", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson(readJson(JSON.stringify(value)))).toBe(writeJson(JSON.parse(JSON.stringify(value))));
    }),
  );
  expect(readJson("[9007199254740993, -9007199254740993, 1e300, 0.1]")).toEqual([
    9_007_199_254_740_993n,
    -9_007_199_254_740_993n,
    1e300,
    0.1,
  ]);
});
