import { expect, test } from "vitest";
import { FreshReads } from "../../provider/engine/backend/cli-backend.ts";

/** Reads that the test completes. Each resolves to its number. */
function reads() {
  const ends: (() => void)[] = [];
  const present = new FreshReads();
  const read = () => {
    const number = ends.length + 1;
    return new Promise<number>((resolve, reject) => {
      ends.push(() => (number === 3 ? reject(new Error("cannot be read")) : resolve(number)));
    });
  };
  const end = async (number: number) => {
    await expect.poll(() => ends.length).toBeGreaterThanOrEqual(number);
    ends[number - 1]?.();
  };
  return { ask: (key = "one") => present.of(key, read), end, begun: () => ends.length };
}

test("calls during a read share the next read, which begins after them", async () => {
  const { ask, end, begun } = reads();
  const [first, ...later] = [ask(), ask(), ask(), ask()];
  expect(begun()).toBe(1);
  await end(1);
  expect(await first).toBe(1);
  await end(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(begun()).toBe(2);
});

test("a call during the shared read gets another read, and so does a later call", async () => {
  const { ask, end } = reads();
  const first = ask();
  const second = ask();
  await end(1);
  await first;
  const third = ask();
  await end(2);
  expect(await second).toBe(2);
  const failed = expect(third).rejects.toThrow("cannot be read");
  await end(3);
  await failed;
  const fourth = ask();
  await end(4);
  expect(await fourth).toBe(4);
});

test("reads with different keys run at the same time", () => {
  const { ask, begun } = reads();
  void ask("one");
  void ask("other");
  expect(begun()).toBe(2);
});
