import { expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { succeeds } from "../helpers/succeeds.ts";

// In real processes, since the first request of one loads the provider: 5 s.
const { control, newStack } = await platformWithStacks({ realProcesses: true });

/** The name that the state remembers is that of before, and not that of the creation: only the request tells today's. */
test("the first request of a destroy deletes the object of a renamed resource in a renamed stack", async () => {
  const named = async () => (await control.state("ruleTemplates")).filter(({ name }) => name === "first");
  const stack = await newStack();
  const program = (name: string, weight: number, options: string) =>
    stack.program(
      `new cdn.RuleTemplate("${name}", { name: "first", rule: "/first/", ruleType: 0, weight: ${weight} }, ${options});`,
    );
  await program("first", 1, "{}");
  await succeeds(stack.up());
  await program("last", 2, '{ aliases: [{ name: "first" }] }');
  await succeeds(stack.up());
  expect(await named()).toHaveLength(1);
  await succeeds(stack.run("stack", "rename", "prod"));

  const destroyed = await stack.destroy();
  expect(destroyed.code, destroyed.output).toBe(0);
  expect(destroyed.diagnostics).toEqual([]);
  expect(await named()).toEqual([]);
});
