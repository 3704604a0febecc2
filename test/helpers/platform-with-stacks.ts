import { afterAll } from "vitest";
import { type Control, controlOf } from "./control.ts";
import { platformProcess } from "./platform.ts";
import { openStack, type TestStack } from "./stack.ts";

export interface PlatformWithStacks {
  readonly emulator: Awaited<ReturnType<typeof platformProcess>>;
  readonly control: Control;
  /** Opens an empty stack on the platform. */
  newStack(): Promise<TestStack>;
}

/** A platform in a separate process and the stacks of a test file, removed after its tests. */
export async function platformWithStacks(): Promise<PlatformWithStacks> {
  const emulator = await platformProcess();
  const stacks: TestStack[] = [];
  afterAll(async () => {
    for (const stack of stacks) await stack.remove();
    await emulator.remove();
  });
  return {
    emulator,
    control: controlOf(emulator),
    async newStack() {
      const stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" } });
      stacks.push(stack);
      return stack;
    },
  };
}
