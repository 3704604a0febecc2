import { afterAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";

const { url } = await platform();
const stacks: TestStack[] = [];
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

async function newStack(options: { realProcesses?: boolean; env?: Record<string, string> } = {}): Promise<TestStack> {
  const stack = await openStack({ url, ...options });
  stacks.push(stack);
  return stack;
}

/** A program that outputs when its job began, and whether earlier jobs left traces in the process. */
const traces = `
import { createRequire } from "node:module";
const { getSubchannelPool } = createRequire(import.meta.url)("@grpc/grpc-js/build/src/subchannel-pool");
const connections = getSubchannelPool(true).pool;
const left = globalThis as typeof globalThis & { left?: boolean };
// The own property says when the job began.
export const began = Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin")!.get!.call(performance);
export const seen = left.left === true || "left" in connections || process.env.LEFT !== undefined || process.listeners("exit").some(({ name }) => name === "leave");
export const { pid } = process;
left.left = true;
connections.left = [];
process.env.LEFT = "1";
process.on("exit", function leave() { console.error("exit of " + process.pid); });
`;

test("runs programs of several commands in one process, in which each finds nothing of the others", async () => {
  const stack = await newStack();
  await stack.program(traces);
  const seen: Record<string, unknown>[] = [];
  const processes = () => new Set(seen.map(({ began }) => began));
  // Other test files may borrow the same processes in the meantime.
  while (processes().size === seen.length && seen.length < 20) {
    const { output } = await succeeds(stack.up());
    seen.push(await stack.outputs());
    expect(output).toContain(`exit of ${seen.at(-1)?.pid}`);
  }
  expect(processes().size).toBe(seen.length - 1);
  expect(seen.every((one) => one.seen === false)).toBe(true);
  expect(new Set(seen.map(({ pid }) => pid)).size).toBe(seen.length);
});

test("starts a process for each command where a stack asks for real ones", async () => {
  const stack = await newStack({ realProcesses: true });
  await stack.program(traces);
  const began = new Set();
  for (let count = 0; count < 2; count++) {
    await succeeds(stack.up());
    began.add((await stack.outputs()).began);
  }
  expect(began.size).toBe(2);
});

test("loads the package again in the provider and the program of each command", async () => {
  const stack = await newStack();
  await stack.program(`
    import { createRequire } from "node:module";
    const own = createRequire(import.meta.url)("@cloudplatform/pulumi/handlers");
    export const seen = own.RuleTemplate.seen === true;
    own.RuleTemplate.seen = true;
    const loader = 'exports.handler=()=>({check:async(o,n)=>({inputs:n}),create:async()=>{' +
      'const own=require("@cloudplatform/pulumi/handlers");const seen=own.RuleTemplate.seen===true;own.RuleTemplate.seen=true;' +
      'return{id:"one",outs:{seen}}}})';
    class Probe extends pulumi.CustomResource {
      declare public readonly seen: pulumi.Output<boolean>;
      constructor(name: string) {
        super("pulumi-nodejs:dynamic:Resource", name, { __provider: loader, seen: undefined });
      }
    }
    export const inProvider = new Probe("probe-" + process.pid).seen;
  `);
  for (let count = 0; count < 2; count++) {
    await succeeds(stack.up());
    expect(await stack.outputs()).toEqual({ seen: false, inProvider: false });
  }
});

const provider = (create: string) => `
  const loader = 'exports.handler=()=>({check:async(o,n)=>({inputs:n}),create:async()=>{${create}}})';
  class Broken extends pulumi.CustomResource {
    constructor() {
      super("pulumi-nodejs:dynamic:Resource", "broken", { __provider: loader });
    }
  }
  new Broken();
`;

test.each(["process.exit(3)", "process.abort()"])(
  "fails the command alone when its provider ends by %s",
  async (end) => {
    const stack = await newStack();
    await stack.program(provider(end));
    expect((await stack.up()).code).not.toBe(0);
    await stack.program("export const one = 1;");
    await succeeds(stack.up());
  },
);

test("reports how a program fails, and runs the next", async () => {
  const stack = await newStack();
  await stack.program('throw new Error("broken on purpose");');
  const failed = await stack.up();
  expect(failed.code).not.toBe(0);
  expect(failed.diagnostics.join("\n")).toContain("broken on purpose");
  await stack.program("process.exit(7);");
  expect((await stack.up()).output).toContain("exited with non-zero exit code: 7");
  await stack.program("export const one = 1;");
  await succeeds(stack.up());
});

test("gives commands that run at the same time their own environment", async () => {
  const both = await Promise.all(["one", "other"].map((OWN) => newStack({ env: { OWN } })));
  await Promise.all(both.map((stack) => stack.program("export const own = process.env.OWN, folder = process.cwd();")));
  await Promise.all(both.map((stack) => succeeds(stack.up())));
  const [one, other] = both.map((stack) => stack.outputs());
  expect(await one).toEqual({ own: "one", folder: both[0]?.folder });
  expect(await other).toEqual({ own: "other", folder: both[1]?.folder });
});
