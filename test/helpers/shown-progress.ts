import type { Emulator } from "@cloudplatform/emulator";
import type { Run, TestStack } from "./stack.ts";
import { until } from "./until.ts";

/**
 * An update during which the platform's clock stands still until the engine has shown such progress: a fast platform may end a
 * task before the first poll.
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
