import { describe, expect, onTestFinished, test, vi } from "vitest";
import { batchProgress, stepProgress } from "../../provider/cli/progress.ts";
import { createProgress } from "../../tools/pulumi-cli/progress.mjs";

/** Collects the texts that are written. */
function recorder(isInteractive: boolean) {
  const texts: string[] = [];
  return { texts, isInteractive, err: (text: string) => void texts.push(text) };
}

describe("progress of many objects", () => {
  test("is a bar on a terminal, which is erased at the end", () => {
    const output = recorder(true);
    const progress = batchProgress("objects read", 4, output);
    progress.add(1);
    progress.add(3);
    progress.end();
    expect(output.texts).toEqual([
      `\r\x1b[K${"█".repeat(8)}${"░".repeat(22)} 1 of 4 objects read`,
      `\r\x1b[K${"█".repeat(30)} 4 of 4 objects read`,
      "\r\x1b[K",
    ]);
  });

  test("is a line at each tenth in a log", () => {
    const output = recorder(false);
    const progress = batchProgress("runs", 100, output);
    for (let index = 0; index < 100; index++) progress.add(1);
    progress.end();
    expect(output.texts).toHaveLength(10);
    expect(output.texts[4]).toBe("50 of 100 runs\n");
  });
});

describe("progress of steps", () => {
  test("is a bar with the step on a terminal, which is erased once", () => {
    const output = recorder(true);
    const progress = stepProgress(2, output);
    progress.step("reading");
    progress.step("comparing");
    progress.end();
    progress.end();
    expect(output.texts).toEqual([
      `\r\x1b[K${"░".repeat(30)} 1 of 2: reading (0 s)`,
      `\r\x1b[K${"█".repeat(15)}${"░".repeat(15)} 2 of 2: comparing (0 s)`,
      "\r\x1b[K",
    ]);
  });

  test("is a line for each step in a log", () => {
    const output = recorder(false);
    const progress = stepProgress(2, output);
    progress.step("reading");
    progress.step("comparing");
    progress.end();
    expect(output.texts).toEqual(["1 of 2: reading\n", "2 of 2: comparing\n"]);
  });
});

test("the build of the CLI shows a bar on a terminal where the share is known", async () => {
  vi.useFakeTimers();
  const { isTTY } = process.stderr;
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  process.stderr.isTTY = true;
  onTestFinished(() => {
    vi.useRealTimers();
    write.mockRestore();
    process.stderr.isTTY = isTTY;
  });
  const { during } = createProgress();
  const action = () => vi.advanceTimersByTimeAsync(1500);
  await during(
    () => "Building",
    action,
    () => 0.5,
  );
  expect(written.join("")).toContain(`${"█".repeat(15)}${"░".repeat(15)} Building (`);
});
