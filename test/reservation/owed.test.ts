import { expect, test } from "vitest";
import { owedText, statusWarning } from "../../provider/resources/reservation/cancel.ts";

const now = Date.parse("2026-03-15T00:00:00Z");
const prices = { commitPricePerMonth: 10.5, commitPriceTotal: 126, currencyCode: "EUR" };
const live = (changes: object) =>
  ({
    ...{ id: 1, name: "metal", status: "ACTIVATED", activityPeriodLength: 12, amountPrices: prices },
    ...{ activeTo: "2026-09-20T00:00:00Z", ...changes },
  }) as never;

test.each([
  // A started month is billed in full.
  [{}, "It runs to 2026-09-20T00:00:00Z and still costs up to 73.5 EUR (7 months of 10.5 EUR)."],
  [{ activeTo: "2026-04-15T00:00:00Z" }, "(1 month of 10.5 EUR)."],
  [{ activeTo: "2026-04-15T00:00:01Z" }, "(2 months of 10.5 EUR)."],
  [{ activeTo: "2026-03-15T00:00:00Z" }, "costs up to 0.0 EUR (0 months of 10.5 EUR)."],
  // The whole term: the total price that the platform shows.
  [{ activeTo: "2030-01-01T00:00:00Z" }, "and still costs up to 126 EUR (12 months of 10.5 EUR)."],
  [
    { status: "RESERVED", activeTo: undefined },
    "Its end is not known and still costs 126 EUR (12 months of 10.5 EUR).",
  ],
  [{ status: "RESERVED", amountPrices: { ...prices, commitPricePerMonth: null } }, "and still costs 126 EUR."],
  [{ amountPrices: { ...prices, commitPricePerMonth: null } }, "; what it still costs is not known."],
  [{ amountPrices: undefined }, "; what it still costs is not known."],
  [{ status: "RESERVED", amountPrices: undefined }, "; what it still costs is not known."],
  [{ activeTo: "soon" }, "It runs to soon; what it still costs is not known."],
])("a reservation with %j: %s", (changes, text) => {
  const owed = owedText(live(changes), now);
  expect(owed.endsWith(text) || owed === text, owed).toBe(true);
});

test("a month that begins on a day that February lacks ends with February", () => {
  const owed = owedText(live({ activeTo: "2026-03-02T00:00:00Z" }), Date.parse("2026-01-31T00:00:00Z"));
  expect(owed).toContain("(2 months of 10.5 EUR)");
});

test.each([
  ["ACTIVATED", undefined, undefined],
  ["REJECTED", "no stock", /"metal".*: no stock.*It stays in state/],
  ["REJECTED", undefined, /^Reservation 1 "metal" (?!.*undefined)/],
])("the warning about one that is %s, with the error %s", (status, error, text) => {
  const warning = statusWarning(live({ status, error }));
  if (text === undefined) expect(warning).toBeUndefined();
  else expect(warning).toMatch(text);
});
