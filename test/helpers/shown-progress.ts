import type { Emulator } from "@cloudplatform/emulator";
import type { Run, TestStack } from "./stack.ts";
import { until } from "./until.ts";

/**
 * An update during which the platform's clock stands still until the engine has shown such progress: a fast platform may end a
 * task before the first poll.
 */
export async function upShowing(progress: RegExp, stack: TestStack, { platform: { clock } }: Emulator): Promise<Run> {
  clock.change({ paused: true });
  try {
    const going = stack.start("up", "--yes", "--skip-preview");
    const isShown = async () => (await going.progress()).some((text) => progress.test(text)) || undefined;
    await Promise.race([going.done, until(`progress is shown like ${progress}`, isShown)]);
    clock.change({ paused: false });
    return await going.done;
  } finally {
    clock.change({ paused: false });
  }
}
