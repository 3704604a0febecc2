import type { Emulator } from "@cloudplatform/emulator";
import type { Run, TestStack } from "./stack.ts";
import { until } from "./until.ts";

/**
 * Runs an update with the platform's clock paused until the engine has shown the progress. Otherwise, a fast platform could finish
 * the task before the first poll.
 */
export async function upShowing(
  progress: RegExp,
  stack: TestStack,
  { platform: { clock } }: Emulator,
  ...args: string[]
): Promise<Run> {
  clock.change({ paused: true });
  const going = stack.start("up", "--yes", "--skip-preview", ...args);
  let isOver = false;
  void going.done.then(() => {
    isOver = true;
  });
  try {
    await until(`progress is shown like ${progress}`, async () => {
      const shown = await going.progress();
      return isOver || shown.some((text) => progress.test(text)) || undefined;
    });
  } finally {
    clock.change({ paused: false });
  }
  return going.done;
}
