import { IncompleteListError, readPages } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { isKnown, knownIds } from "../../provider/engine/ownership/known-ids.ts";

const all = [1, 2, 3, 4, 5];

test("a list whose platform ignores offset is read by page numbers", async () => {
  const asked: unknown[] = [];
  const { items } = await readPages(
    async (offset, { page }) => {
      asked.push([offset, page]);
      const first = ((page ?? 1) - 1) * 2;
      return { items: all.slice(first, first + 2), total: undefined };
    },
    (one) => one,
  );
  expect(items).toEqual(all);
  expect(asked.slice(0, 3)).toEqual([
    [0, undefined],
    [2, undefined],
    [4, 2],
  ]);
});

test("nothing is concluded from a list that shows less than the platform counts", async () => {
  const ask = async () => ({ items: all.slice(0, 2), total: 5 });
  await expect(readPages(ask, (one) => one)).rejects.toThrow(IncompleteListError);
});

test("ids of records of earlier releases and of this one are known", () => {
  expect(knownIds([3, 1, 2, 9, 7, 3])).toBe("1-3,7,9");
  expect([2, 7, 8].map((id) => isKnown({ known: "1-3,7,9" }, id))).toEqual([true, true, false]);
  expect([2, 7].map((id) => isKnown({ known: [2] }, id))).toEqual([true, false]);
  expect([2, 7].map((id) => isKnown({ after: 6 }, id))).toEqual([true, false]);
  expect(isKnown({ known: "" }, 1)).toBe(false);
});
