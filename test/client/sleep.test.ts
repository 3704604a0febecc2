import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { CancelledError } from "../../provider/client/errors.ts";
import { sleep } from "../../provider/client/operation-scope.ts";

test("a finished wait leaves no listener on the signal of its operation, which may poll for hours", async () => {
  const { signal } = new AbortController();
  await sleep(5, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each([0, 1])(
  "a wait whose signal is aborted, %i ms after its begin, ends with an error at once",
  async (after) => {
    const controller = new AbortController();
    if (after === 0) controller.abort();
    const waited = sleep(86_400_000, controller.signal);
    controller.abort();
    await expect(waited).rejects.toThrow(CancelledError);
  },
);
