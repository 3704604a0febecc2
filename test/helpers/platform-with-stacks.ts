import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Control, controlOf, sendControl } from "./control.ts";
import { platform } from "./platform.ts";
import { openStack, type StackOptions, type TestStack } from "./stack.ts";

/** A platform, and its control routes. */
export interface PlatformServer {
  readonly url: string;
  /** Sends a request to a control route and returns its response. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

export interface PlatformWithStacks {
  readonly emulator: PlatformServer;
  readonly control: Control;
  /** Opens an empty stack on the platform. */
  newStack(special?: Pick<StackOptions, "realProcesses">): Promise<TestStack>;
  /** Opens two empty stacks of one backend as on two machines: they share no temporary folder. */
  stacksOfTwoMachines(): Promise<[TestStack, TestStack]>;
  /** Opens two empty stacks of different backends on different machines, with `stopOnLostResponse`, the setting for that case. */
  stacksOfTwoBackends(): Promise<[TestStack, TestStack]>;
}

/** The platform, if it is not started here, and the option of all stacks. */
export interface PlatformWithStacksOptions extends Pick<StackOptions, "realProcesses"> {
  emulator?: PlatformServer;
}

/** Starts a platform in this process, and removes it and the stacks after the tests of the file. */
export async function platformWithStacks(own: PlatformWithStacksOptions = {}): Promise<PlatformWithStacks> {
  const { realProcesses, emulator = await platformHere() } = own;
  const stacks: TestStack[] = [];
  const folders: string[] = [];
  afterAll(async () => {
    for (const stack of stacks) await stack.remove();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const { url } = emulator;
  const polling = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
  const open = async (...[options]: Parameters<typeof openStack>) => {
    const stack = await openStack({ realProcesses, ...options });
    stacks.push(stack);
    return stack;
  };
  const machine = async () => {
    const folder = await mkdtemp(join(tmpdir(), "machine-"));
    folders.push(folder);
    return { ...polling, TMPDIR: folder, CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: "8" };
  };
  return {
    emulator,
    control: controlOf(emulator),
    newStack: (special) => open({ url, env: polling, ...special }),
    async stacksOfTwoBackends() {
      // A long timeout, however late the other stack starts: the search ends as soon as it finds the object.
      const strict = { CLOUDPLATFORM_STOP_ON_LOST_RESPONSE: "true", CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: "240" };
      const openOne = async () => open({ url, env: { ...(await machine()), ...strict } });
      return [await openOne(), await openOne()];
    },
    async stacksOfTwoMachines() {
      const one = await open({ url, env: await machine() });
      return [one, await open({ url, env: await machine(), beside: one, project: "other" })];
    },
  };
}

async function platformHere(): Promise<PlatformServer> {
  const { url } = await platform();
  return { url, control: (method, path, body) => sendControl(url, method, path, body) };
}
