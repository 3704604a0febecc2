import { IncompleteListError } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { readPages } from "../../provider/client/read-list.ts";

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
