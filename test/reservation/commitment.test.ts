import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameAmount, parseCommitment, timesMonths } from "../../provider/resources/reservation/commitment.ts";

describe("a confirmed commitment", () => {
  test.each(["12000.00 EUR", "12000 EUR", " 0.5 USD "])("is read from %j", (text) => {
    expect(parseCommitment(text)).toBeDefined();
  });

  test.each(["12000.00", "EUR 12000", "12,000.00 EUR", "1e4 EUR", "-5 EUR", "12000.00EUR", "12000. EUR", "5 eur", ""])(
    "is not read from %j",
    (text) => {
      expect(parseCommitment(text)).toBeUndefined();
    },
  );

  const amount = (total: string, currency = "EUR") => ({ total, currency });

  test("is compared as decimals, not as text", () => {
    expect(isSameAmount(amount("12000.00"), amount("12000"))).toBe(true);
    expect(isSameAmount(amount("0012.50"), amount("12.5"))).toBe(true);
    expect(isSameAmount(amount("0"), amount("00.00"))).toBe(true);
  });

  test("is compared to the last digit, where floating-point numbers are equal", () => {
    expect(isSameAmount(amount("9007199254740993.00"), amount("9007199254740992.00"))).toBe(false);
    expect(isSameAmount(amount("12000.00"), amount("12000.01"))).toBe(false);
    expect(isSameAmount(amount("12000.00"), amount("12000.00", "USD"))).toBe(false);
  });

  test("is multiplied exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 36 }), (cents, months) => {
        const text = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
        expect(timesMonths(text(cents), months)).toBe(text(cents * BigInt(months)));
      }),
    );
    expect(timesMonths("not a number", 3)).toBeUndefined();
  });
});
