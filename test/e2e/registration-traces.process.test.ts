import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
let stack: TestStack;
beforeAll(async () => {
  // In a kept process, the program has a different URL.
  stack = await openStack({ url: emulator.url, realProcesses: true });
});
afterAll(() => stack.remove());

// The constructors suppress most stack traces, but must keep that of the registration.
test.each([
  ["as it is", "[]"],
  [
    "with a property that a transformation adds",
    "[({ props, opts }) => ({ props: { name: 'added', ...props, more: 1 }, opts })]",
  ],
  [
    "with properties in another order",
    "[({ props: { rule, ...props }, opts }) => ({ props: { ...props, rule }, opts })]",
  ],
])("a resource %s that the engine refuses to register is found in the program", async (_, transformations) => {
  await stack.program(`
    const declare = () => new cdn.RuleTemplate("refused", { rule: "/a", ruleType: 0 },
      { aliases: [{ parent: "no urn" }], transformations: ${transformations} });
    declare();`);
  const up = await stack.up();
  expect(up.code).not.toBe(0);
  expect(up.output).toContain("failed to register new resource refused");
  expect(up.output).toMatch(/at declare \(\S+index\.ts:5:\d+\)/);
});
