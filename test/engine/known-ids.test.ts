import fc from "fast-check";
import { expect, test } from "vitest";
import { isKnown, knownIds } from "../../provider/engine/ownership/known-ids.ts";

test("ids in records of earlier releases and of this release are known", () => {
  expect(knownIds([3, 1, 2, 9, 7, 3])).toBe("1-3,7,9");
  expect([2, 7, 8].map((id) => isKnown({ known: "1-3,7,9" }, id))).toEqual([true, true, false]);
  expect([2, 7].map((id) => isKnown({ known: [2] }, id))).toEqual([true, false]);
  expect([2, 7].map((id) => isKnown({ after: 6 }, id))).toEqual([true, false]);
  expect(isKnown({ known: "" }, 1)).toBe(false);
});

test("exactly the added ids are known", () => {
  const ids = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(ids, (all) => {
      const known = knownIds(all);
      for (let id = 0; id <= 31; id++) expect(isKnown({ known }, id)).toBe(all.includes(id));
    }),
    { numRuns: 50 },
  );
});
